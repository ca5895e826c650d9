/** Recordings as objects of S3: each write makes one, `recordings/EXCHANGE_A/2026-11-29T09-1796029200123-4f2a.jsonl.gz`. */

import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { RecordingStore } from '#ports/price-watch/recording-store.ts'
import { type S3Bucket, s3Requests } from '../aws/s3-requests.ts'

/** A write costs as much as 12 MB of storage for a day. A function that is killed loses the lines of this time. */
const EVERY = 30 * SECOND
const PATIENCE = 10 * SECOND

export const s3Recordings = (bucket: S3Bucket, prefix: string, clock: Clock): RecordingStore => {
  const call = s3Requests(bucket)
  return {
    everyMs: EVERY,
    append: async ({ exchange, hour }, lines) => {
      // Names sort by time, and no two processes share one.
      const name = `${hour}-${clock()}-${randomBytes(2).toString('hex')}.jsonl.gz`
      const { status, bytes } = await call({
        method: 'PUT',
        key: `${prefix}${exchange}/${name}`,
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(lines),
        signal: AbortSignal.timeout(PATIENCE),
      })
      if (status !== 200) throw new Error(`S3 answers ${status}: ${bytes.toString().slice(0, 200)}`)
    },
  }
}
