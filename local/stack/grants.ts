/** Permissions on one machine: what a declaration does not grant is refused here as IAM refuses it in AWS. */

import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { Uses } from '#lambda/declaration.ts'

const READ = ['GetItem', 'BatchGetItem', 'TransactGetItems', 'Query']
const WRITE = [...READ, 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']
const TABLE = { none: [], read: READ, write: WRITE }
const CATALOGUE = { read: ['S3 GET'], write: ['S3 HEAD', 'S3 PUT'] }
const VAULT = { seal: 'Encrypt', open: 'Decrypt' }

/** Operations a declaration grants, as AWS protocols name them in `x-amz-target`; those of S3, which does not, by their method. */
export const grantedOperations = ({ table, sends = [], vault = [], catalogue }: Uses): readonly string[] => [
  ...TABLE[table].map((operation) => `DynamoDB_20120810.${operation}`),
  ...(sends.length > 0 ? ['AmazonSQS.SendMessageBatch'] : []),
  ...vault.map((use) => `TrentService.${VAULT[use]}`),
  ...(catalogue === undefined ? [] : CATALOGUE[catalogue]),
]

/** From now on every other AWS operation this thread tries fails before it is sent. */
export const refuseAllBut = (functionName: string, granted: readonly string[]): void => {
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { readonly request: ClientRequest }
    const operation = request.getHeader('x-amz-target') ?? s3Operation(request)
    if (operation === undefined || granted.includes(String(operation))) return
    const words = `${functionName} is not authorized to perform ${operation}: its declaration does not name what it uses`
    request.destroy(Object.assign(new Error(words), { name: 'AccessDeniedException' }))
  })
}

/** S3 names its service only in the signature: `… Credential=key/date/region/s3/aws4_request, …`. */
const s3Operation = (request: ClientRequest): string | undefined =>
  String(request.getHeader('authorization')).includes('/s3/aws4_request') ? `S3 ${request.method}` : undefined
