/** Calls of a service of AWS without its client, which would be the largest part of a bundle: signed here, and answered whole. */

import { fromEnv } from '@aws-sdk/credential-provider-env'
import { HttpRequest } from '@smithy/core/transport'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'
import { pauseAbout } from './pause-about.ts'
import { requestLimits } from './request-limits.ts'
import { Sha256 } from './sha256.ts'

interface Call {
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

type SignedCall = (call: Call, options?: Parameters<NodeHttpHandler['handle']>[1]) => Promise<Answer>

/** Calls of that service, at the host of `url`. All but a POST are repeated where AWS refuses them for now, or the connection breaks. */
export const signedCalls = (
  url: URL,
  scope: { readonly service: string; readonly region: string; readonly uriEscapePath?: boolean },
): SignedCall => {
  const http = new NodeHttpHandler(requestLimits())
  const signer = new SignatureV4({ ...scope, credentials: fromEnv(), sha256: Sha256 })
  const attempt: SignedCall = async ({ headers, ...call }, options) => {
    const request = await signer.sign(
      new HttpRequest({
        ...call,
        protocol: url.protocol,
        hostname: url.hostname,
        ...(url.port === '' ? {} : { port: Number(url.port) }),
        headers: { host: url.host, ...headers },
      }),
    )
    const { response } = await http.handle(HttpRequest.clone(request), options)
    const chunks: Buffer[] = []
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk))
    return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }
  }
  return async (call, options) => {
    for (const wait of call.method === 'POST' ? [] : WAITS_MS) {
      const answer = await attempt(call, options).catch(unlessLost)
      if (answer !== null && answer.status !== 429 && answer.status < 500) return answer
      await pauseAbout(wait)
    }
    return attempt(call, options)
  }
}

/** Before the second and later tries. Lambda takes 15 changes a second of a whole account. */
const WAITS_MS = [100, 300, 900]

/** Null where the connection broke: a kept one may have been closed while the function was frozen. */
const unlessLost = (error: unknown): null => {
  if (error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return null
  throw error
}
