/**
 * Signed calls of AWS services whose clients the project does not have. The project needs one operation each of CloudWatch Logs,
 * CloudWatch, CloudFormation, Lambda and SNS.
 */

import { SQSClient } from '@aws-sdk/client-sqs'
import { Hash } from '@smithy/core/serde'
import { HttpRequest } from '@smithy/core/transport'
import { SignatureV4 } from '@smithy/signature-v4'
import { awsHost } from '#adapters/aws/aws-host.ts'
import { Refusal } from '../command.ts'

export type AwsService = 'logs' | 'cloudformation' | 'monitoring' | 'lambda' | 'sns'

/**
 * `logs` takes JSON and the name of a target. `cloudformation`, `monitoring` and `sns` take the fields of a form and no target, `lambda` a
 * path and its query. Answers the body. Throws a `Refusal` with AWS's own words when it is refused.
 */
export type CallAws = (service: AwsService, target: string, body: Readonly<Record<string, unknown>>) => Promise<string>

/** With the credentials of the AWS profile or the environment. `send` is `fetch`, but in tests. */
export const awsCaller = (region: string, send: typeof fetch = fetch): CallAws => {
  // Credentials as the SDK's clients find them: environment, profile, single sign-on.
  const { credentials } = new SQSClient({ region }).config
  return async (service, target, body) => {
    const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, 'sha256') })
    const host = awsHost(service, region)
    const asked = requestOf(service, target, body)
    const unsigned = new HttpRequest({
      method: asked.method,
      protocol: 'https:',
      hostname: host,
      path: asked.path,
      query: asked.query,
      headers: { host, ...asked.headers },
      ...(asked.body === null ? {} : { body: asked.body }),
    })
    const { headers } = await signer.sign(unsigned).catch(cannotCall)
    const { host: _host, ...sent } = headers
    const query = asked.method === 'GET' ? `?${queryOf(asked.query)}` : ''
    const answer = await send(`https://${host}${asked.path}${query}`, {
      method: asked.method,
      headers: sent,
      body: asked.body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(cannotCall)
    const said = await answer.text()
    if (!answer.ok) throw new Refusal(`AWS (${service}, ${region}) answers ${answer.status}: ${inWords(said)}`)
    return said
  }
}

/** Longest wait for an answer, in ms. */
const PATIENCE_MS = 20_000

/** No credentials, or nobody there: `fetch` says why in its cause. */
const cannotCall = (error: unknown): never => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Refusal(`AWS cannot be called: ${cause instanceof Error ? cause.message : String(cause)}`)
}

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: Record<string, string>
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** The form of the protocol that each service speaks. */
const requestOf = (service: AwsService, target: string, body: Readonly<Record<string, unknown>>): Asked => {
  if (service === 'lambda') return { method: 'GET', path: target, query: texts(body), headers: {}, body: null }
  const headers: Record<string, string> =
    service === 'logs'
      ? { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
      : { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path: '/', query: {}, headers, body: service === 'logs' ? JSON.stringify(body) : form(body) }
}

/** As the signature writes it (RFC 3986): a form would have a plus for each blank. */
const queryOf = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll(/[!'()*]/g, hexOf)}`)
    .join('&')

const hexOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

const texts = (fields: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

const form = (fields: Readonly<Record<string, unknown>>): string => new URLSearchParams(texts(fields)).toString()

/** The sentence within a refusal, in JSON or XML. */
const inWords = (said: string): string =>
  /"[mM]essage"\s*:\s*"([^"]*)"/.exec(said)?.[1] ?? /<Message>([^<]*)<\/Message>/.exec(said)?.[1] ?? said.slice(0, 200)
