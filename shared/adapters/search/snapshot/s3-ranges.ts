/**
 * Ranges of the stored snapshot, read from S3. Every function that looks up a market carries this: the whole client of S3 is 125 KB,
 * and these are the parts of it that the client of DynamoDB has anyway.
 */

import { awsHost } from '../../aws/aws-host.ts'
import { signedCalls } from '../../aws/signed-calls.ts'
import type { SnapshotRanges } from './market-finder.ts'

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
    ? new URL(`https://${bucket}.${awsHost('s3', region)}/${key}`)
    : new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`)

export const s3Ranges = (place: S3Place): SnapshotRanges => {
  const url = urlOf(place)
  const call = signedCalls(url, { service: 's3', region: place.region, uriEscapePath: false })
  return {
    read: async ({ at, size }, version, signal) => {
      const headers = {
        range: `bytes=${at}-${at + size - 1}`,
        ...(version === null ? {} : { 'if-match': version }),
      }
      const answer = await call({ method: 'GET', path: url.pathname, headers }, { abortSignal: signal })
      // Who may not list a bucket is told 403 instead of 404.
      if (MISSING.includes(answer.status)) return null
      const stored = answer.headers['etag']
      if ((answer.status !== 206 && answer.status !== 200) || stored === undefined)
        throw new Error(`S3 answers ${answer.status}: ${answer.bytes.toString().slice(0, 200)}`)
      return { version: stored, bytes: answer.bytes }
    },
  }
}

const MISSING = [403, 404, 412]
