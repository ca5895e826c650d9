/**
 * Signed calls of AWS services whose clients the project does not have: one operation of CloudWatch Logs and one of CloudFormation do
 * not warrant two more packages.
 */

import { SQSClient } from '@aws-sdk/client-sqs'
import { Hash } from '@smithy/core/serde'
import { HttpRequest } from '@smithy/core/transport'
import { SignatureV4 } from '@smithy/signature-v4'
import { awsHost } from '#adapters/aws/aws-host.ts'
import { Refusal } from '../command.ts'

/**
 * `logs` takes JSON and the name of a target, `cloudformation` the fields of a form and no target. Answers the body. Throws a `Refusal`
 * with AWS's own words when it is refused.
 */
export type CallAws = (
  service: 'logs' | 'cloudformation',
  target: string,
  body: Readonly<Record<string, unknown>>,
) => Promise<string>

/** With the credentials of the AWS profile or the environment. `send` is `fetch`, but in tests. */
export const awsCaller = (region: string, send: typeof fetch = fetch): CallAws => {
  // Credentials as the SDK's clients find them: environment, profile, single sign-on.
  const { credentials } = new SQSClient({ region }).config
  return async (service, target, body) => {
    const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, 'sha256') })
    const host = awsHost(service, region)
    const text = service === 'logs' ? JSON.stringify(body) : form(body)
    const unsigned = new HttpRequest({
      method: 'POST',
      protocol: 'https:',
      hostname: host,
      path: '/',
      headers: { host, ...headersFor(service, target) },
      body: text,
    })
    const { headers } = await signer.sign(unsigned).catch(cannotCall)
    const { host: _host, ...sent } = headers
    const answer = await send(`https://${host}/`, { method: 'POST', headers: sent, body: text }).catch(cannotCall)
    const said = await answer.text()
    if (!answer.ok) throw new Refusal(`AWS (${service}, ${region}) answers ${answer.status}: ${inWords(said)}`)
    return said
  }
}

/** No credentials, or nobody there: `fetch` says why in its cause. */
const cannotCall = (error: unknown): never => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Refusal(`AWS cannot be called: ${cause instanceof Error ? cause.message : String(cause)}`)
}

const headersFor = (service: string, target: string): Record<string, string> =>
  service === 'logs'
    ? { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target }
    : { 'content-type': 'application/x-www-form-urlencoded' }

const form = (fields: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString()

/** The sentence within a refusal, in JSON or XML. */
const inWords = (said: string): string =>
  /"[mM]essage"\s*:\s*"([^"]*)"/.exec(said)?.[1] ?? /<Message>([^<]*)<\/Message>/.exec(said)?.[1] ?? said.slice(0, 200)
