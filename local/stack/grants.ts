/** Permissions on one machine: what a declaration does not grant is refused here as IAM refuses it in AWS. */

import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { KEY_USES } from '#adapters/store/engine/table-definition.ts'
import { type Grantee, notesKeyUses } from '#lambda/declaration.ts'

/** An operation as AWS protocols name it in `x-amz-target`; those of S3, which does not, by their method. */
export interface Grant {
  readonly operation: string
  /** What the partition of the row must begin with. */
  readonly leadingKeys?: string
}

const READ = ['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query']
const WRITE = [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']
const TABLE = { none: [], read: READ, write: WRITE }
const CATALOGUE = { read: ['S3 GET'], write: ['S3 GET', 'S3 HEAD', 'S3 PUT'] }
const VAULT = { seal: 'Encrypt', open: 'Decrypt' }

/** What a declaration grants. */
export const grantsOf = (declared: Grantee): readonly Grant[] => {
  const { table, sends = [], vault = [], catalogue } = declared.uses
  const whole = [
    ...TABLE[table].map((operation) => `DynamoDB_20120810.${operation}`),
    ...(sends.length > 0 ? ['AmazonSQS.SendMessageBatch'] : []),
    ...vault.map((use) => `TrentService.${VAULT[use]}`),
    ...(catalogue === undefined ? [] : CATALOGUE[catalogue]),
  ]
  const bounded = notesKeyUses(declared) ? [{ operation: PUT_ITEM, leadingKeys: KEY_USES }] : []
  return [...whole.map((operation) => ({ operation })), ...bounded]
}

const PUT_ITEM = 'DynamoDB_20120810.PutItem'

/** From now on every other AWS operation this thread tries fails before it is sent. */
export const refuseAllBut = (functionName: string, granted: readonly Grant[]): void => {
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { readonly request: ClientRequest }
    const operation = request.getHeader('x-amz-target') ?? s3Operation(request)
    if (operation === undefined) return
    const refuse = (): void => {
      const words = `${functionName} is not authorized to perform ${operation}: its declaration does not name what it uses`
      request.destroy(Object.assign(new Error(words), { name: 'AccessDeniedException' }))
    }
    const grants = granted.filter((grant) => grant.operation === operation)
    if (grants.length === 0) refuse()
    else if (grants.every(({ leadingKeys }) => leadingKeys !== undefined)) refuseUnlessLedBy(grants, request, refuse)
  })
}

/** The SDK hands over the body of a call in one piece, with the end of the request. */
const refuseUnlessLedBy = (grants: readonly Grant[], request: ClientRequest, refuse: () => void): void => {
  const end = request.end.bind(request)
  request.end = ((body?: unknown, ...rest: []) => {
    const partition = partitionIn(body)
    if (grants.some(({ leadingKeys = '' }) => partition?.startsWith(leadingKeys))) return end(body, ...rest)
    refuse()
    return request
  }) as ClientRequest['end']
}

const partitionIn = (body: unknown): string | undefined => {
  const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : '{}'
  return (JSON.parse(text) as { Item?: { pk?: { S?: string } } }).Item?.pk?.S
}

/** S3 names its service only in the signature: `… Credential=key/date/region/s3/aws4_request, …`. */
const s3Operation = (request: ClientRequest): string | undefined =>
  String(request.getHeader('authorization')).includes('/s3/aws4_request') ? `S3 ${request.method}` : undefined
