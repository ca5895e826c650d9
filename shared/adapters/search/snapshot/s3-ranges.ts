/**
 * Ranges of the stored snapshot, read from S3. Every function that looks up a market carries this: the whole client of S3 is 125 KB,
 * and these are the parts of it that the client of DynamoDB has anyway.
 */

import { fromEnv } from '@aws-sdk/credential-provider-env'
import { HttpRequest, type HttpResponse } from '@smithy/core/transport'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { SignatureV4 } from '@smithy/signature-v4'
import { requestLimits } from '../../aws/request-limits.ts'
import { Sha256 } from '../../aws/sha256.ts'
import type { SnapshotRanges } from './find-in-snapshot.ts'

export interface S3Place {
  readonly bucket: string
  readonly key: string
  readonly region: string
  /** Where S3 is on one machine; null in AWS. */
  readonly endpoint: string | null
}

/** `/bucket/key` on one machine, a host of its own for the bucket in AWS. */
const urlOf = ({ bucket, key, region, endpoint }: S3Place): URL =>
  endpoint === null
    ? new URL(`https://${bucket}.s3.${region}.amazonaws.com/${key}`)
    : new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`)

export const s3Ranges = (place: S3Place): SnapshotRanges => {
  const url = urlOf(place)
  const http = new NodeHttpHandler(requestLimits())
  const signer = new SignatureV4({
    service: 's3',
    region: place.region,
    credentials: fromEnv(),
    sha256: Sha256,
    uriEscapePath: false,
  })
  return {
    read: async ({ at, size }, version, signal) => {
      const request = await signer.sign(
        new HttpRequest({
          method: 'GET',
          protocol: url.protocol,
          hostname: url.hostname,
          ...(url.port === '' ? {} : { port: Number(url.port) }),
          path: url.pathname,
          headers: {
            host: url.host,
            range: `bytes=${at}-${at + size - 1}`,
            ...(version === null ? {} : { 'if-match': version }),
          },
        }),
      )
      const { response } = await http.handle(HttpRequest.clone(request), { abortSignal: signal })
      const bytes = await bytesOf(response)
      // Who may not list a bucket is told 403 instead of 404.
      if (MISSING.includes(response.statusCode)) return null
      const stored = response.headers['etag']
      if ((response.statusCode !== 206 && response.statusCode !== 200) || stored === undefined)
        throw new Error(`S3 answers ${response.statusCode}: ${bytes.toString().slice(0, 200)}`)
      return { version: stored, bytes }
    },
  }
}

const MISSING = [403, 404, 412]

const bytesOf = async ({ body }: HttpResponse): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of body ?? []) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
