/**
 * A service of AWS that takes and answers JSON: DynamoDB, SQS, KMS. Calls are signed by AWS's own signer and sent over Node's
 * HTTP; docs/decisions/0032 says why not by the SDK's clients.
 */

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { fromEnv } from '@aws-sdk/credential-provider-env'
import { SignatureV4 } from '@smithy/signature-v4'
import { http } from '../http/http.ts'
import { AwsRefusal, AwsUnreachable } from './aws-errors.ts'

/** A service as the protocol names it. */
export interface JsonApi {
  readonly service: 'dynamodb' | 'sqs' | 'kms'
  /** What operations are prefixed with in `x-amz-target`. */
  readonly target: string
  readonly version: '1.0' | '1.1'
}

export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Where and as whom; what is absent comes from the environment, as Lambda sets it. */
export interface AwsOptions {
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly credentials?: AwsCredentials | (() => Promise<AwsCredentials>) | undefined
}

/**
 * One call, sent once. Answers the parsed reply. Throws `AwsRefusal` when the service answers an error, and `AwsUnreachable` when no
 * answer came.
 */
export type CallAws = (operation: string, input: object) => Promise<object>

/** Makes no call and reads no environment before the first call. */
export const openJsonService = (api: JsonApi, options: AwsOptions = {}): CallAws => {
  const send = http()
  let opened: { readonly url: URL; readonly signer: SignatureV4 } | null = null

  const open = () => {
    const region = options.region ?? process.env['AWS_REGION']
    if (region === undefined) throw new Error('AWS_REGION is not set')
    const credentials = options.credentials ?? fromEnv()
    const url = new URL(options.endpoint ?? endpointOf(api, region))
    // Only S3 wants the checksum of the body as a header.
    const signer = new SignatureV4({ service: api.service, region, credentials, sha256: Sha256, applyChecksum: false })
    return { url, signer }
  }

  return async (operation, input) => {
    opened ??= open()
    const { url, signer } = opened
    const body = JSON.stringify(input)
    const signed = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: {
        host: url.host,
        'content-type': `application/x-amz-json-${api.version}`,
        'x-amz-target': `${api.target}.${operation}`,
      },
      body,
    })
    const headers = { ...signed.headers, 'accept-encoding': 'identity' }
    const answer = await send({
      method: 'POST',
      url,
      headers,
      body,
      timeoutMs: TIMEOUT_MS,
      connectWithinMs: CONNECT_MS,
    })
    if (answer.kind !== 'answered') throw new AwsUnreachable(answer.reason, answer.kind === 'not_sent')
    const reply = parsed(answer.text)
    if (answer.status !== 200 || reply === null) throw new AwsRefusal(answer.status, reply ?? {})
    return reply
  }
}

const CONNECT_MS = 1_000
const TIMEOUT_MS = 5_000

/** Null for what is no JSON object: the error page of something in between. */
const parsed = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** As the SDKs do: a variable for the one service, else the region's own address. */
const endpointOf = ({ service }: JsonApi, region: string): string => {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ?? `https://${service}.${region}.${suffix}`
}

/** SHA-256 as the signer wants it. */
class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(chunk: Uint8Array): void {
    this.#hash.update(chunk)
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }
  reset(): void {
    throw new Error('a hash is used once')
  }
}

const bytesOf = (secret: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof secret === 'string') return secret
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret)
}
