/** Permissions on one machine: what the role of a function does not allow is refused here, as IAM refuses it in AWS. */

import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import type { Statement } from '#infra/statements.ts'
import { callsIn, s3Call, streamsCall } from './aws-calls.ts'
import { type AwsCall, isAllowed } from './permissions.ts'

/** From now on every other AWS call this thread tries fails before it is sent. */
export const refuseAllBut = (functionName: string, granted: readonly Statement[]): void => {
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { readonly request: ClientRequest }
    const isRefused = (calls: readonly AwsCall[]): boolean => {
      const refused = calls.find((call) => !isAllowed(granted, call))
      if (refused === undefined) return false
      request.destroy(Object.assign(new Error(denial(functionName, refused)), { name: 'AccessDeniedException' }))
      return true
    }
    const operation = request.getHeader('x-amz-target')
    if (operation !== undefined) refuseByBody(request, (body) => isRefused(callsIn(String(operation), body)))
    else if (isSignedFor(request, 's3')) isRefused([s3Call(request.method, request.path)])
    else if (isSignedFor(request, 'execute-api')) isRefused([streamsCall()])
  })
}

/** The refusal of IAM, and the remedy here. */
export const denial = (functionName: string, { action, resource, context }: AwsCall): string => {
  const rows = context['dynamodb:LeadingKeys']
  const what = rows === undefined ? resource : `${resource} (${rows.join(', ')})`
  return `${functionName} is not authorized to perform ${action} on ${what}: its declaration does not name what it uses`
}

/** The SDK hands over the body of a call in one piece, with the end of the request. */
const refuseByBody = (request: ClientRequest, isRefused: (body: object) => boolean): void => {
  const end = request.end.bind(request)
  request.end = ((body?: unknown, ...rest: []) =>
    isRefused(parsed(body)) ? request : end(body, ...rest)) as ClientRequest['end']
}

const parsed = (body: unknown): object => {
  const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body).toString() : '{}'
  const json: unknown = JSON.parse(text)
  return typeof json === 'object' && json !== null ? json : {}
}

/** REST services are named only in the signature: `… Credential=key/date/region/s3/aws4_request, …`. */
const isSignedFor = (request: ClientRequest, service: string): boolean =>
  String(request.getHeader('authorization')).includes(`/${service}/aws4_request`)
