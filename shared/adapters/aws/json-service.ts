/**
 * A service of AWS that speaks JSON: DynamoDB, SQS, KMS. What is hard to get right comes from the SDK, the signature and the HTTP client. The SDK's
 * clients of these services read and write the same JSON by schemas and twenty steps of middleware, which takes longer to load than all else
 * that a function has, and half of the time of each call (decision 0075).
 */

import { Hash } from '@smithy/core/serde'
import { HttpRequest, type HttpResponse } from '@smithy/core/transport'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'
import { AwsRefusal } from './aws-refusal.ts'
import { environmentCredentials } from './environment-credentials.ts'

export interface ServicePlace {
  /** Has to be said, unless something else stands in place of the service. */
  readonly region?: string | undefined
  /** Where the service is on one machine; absent in AWS. */
  readonly endpoint?: string | undefined
  /** By default those of the environment, which Lambda sets. */
  readonly credentials?: ConstructorParameters<typeof SignatureV4>[0]['credentials'] | undefined
}

export interface JsonService {
  /** Sends a call, once. Throws `AwsRefusal` for an answer that is none, and the error of the connection where no answer came. */
  call(operation: string, input: object): Promise<object>
}

type ServiceName = keyof typeof PROTOCOLS

/** What stands before the name of an operation, and the version of the JSON. */
const PROTOCOLS = {
  dynamodb: { target: 'DynamoDB_20120810', type: 'application/x-amz-json-1.0' },
  kms: { target: 'TrentService', type: 'application/x-amz-json-1.1' },
  sqs: { target: 'AmazonSQS', type: 'application/x-amz-json-1.0' },
} as const

/** An answer has to begin within `timeoutMs`. */
export const jsonService = (service: ServiceName, place: ServicePlace, timeoutMs = 5_000): JsonService => {
  const { region = '', credentials = environmentCredentials } = place
  const url = new URL(place.endpoint ?? `https://${service}.${region}.${domainOf(region)}`)
  const { target, type } = PROTOCOLS[service]
  const http = new NodeHttpHandler({
    connectionTimeout: 1_000,
    requestTimeout: timeoutMs,
    throwOnRequestTimeout: true,
  })
  const signer = new SignatureV4({ service, region, credentials, sha256: Hash.bind(null, 'sha256') })
  const where = {
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
  }
  return {
    call: async (operation, input) => {
      const headers = { host: url.host, 'content-type': type, 'x-amz-target': `${target}.${operation}` }
      const request = new HttpRequest({ ...where, headers, body: JSON.stringify(input) })
      const signed = await signer.sign(request)
      request.headers = signed.headers
      const { response } = await http.handle(request)
      const answer = parsed(await textOf(response))
      if (response.statusCode === 200 && answer !== null) return answer
      throw new AwsRefusal(service, operation, response.statusCode, answer ?? {})
    },
  }
}

const domainOf = (region: string): string => (region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com')

const textOf = async ({ body }: HttpResponse): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of body ?? []) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Null where it is no object: something on the way has answered in place of the service. */
const parsed = (text: string): object | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
