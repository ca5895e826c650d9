/** Reads ranges of the stored snapshot from S3. Throws `ServiceUnavailable` while S3 does not answer. */

import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { type S3Bucket, s3Requests } from '../../aws/s3-requests.ts'
import type { SnapshotRanges } from './market-finder.ts'

export interface S3Place extends S3Bucket {
  readonly key: string
}

export const s3Ranges = ({ key, ...bucket }: S3Place): SnapshotRanges => {
  const call = s3Requests(bucket)
  return {
    read: async ({ at, size }, known, signal) => {
      const headers = { range: `bytes=${at}-${at + size - 1}`, ...(known === null ? {} : { 'if-match': known }) }
      const { status, version, bytes } = await call({ method: 'GET', key, headers, signal }).catch(unavailable)
      // A caller that may not list a bucket gets 403 in place of 404.
      if (MISSING.includes(status)) return null
      if ((status !== 206 && status !== 200) || version === undefined) {
        const error = new Error(`S3 answers ${status}: ${bytes.toString().slice(0, 200)}`)
        if (status === 429 || status >= 500) unavailable(error)
        throw error
      }
      return { version, bytes }
    },
  }
}

const unavailable = (error: unknown): never => {
  throw new ServiceUnavailable('the catalogue', error)
}

const MISSING = [403, 404, 412]
