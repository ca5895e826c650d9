/** Opens the place of recordings: a folder, or `s3://bucket/prefix/`. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { RecordingStore } from '#ports/price-watch/recording-store.ts'
import type { S3Bucket } from '../aws/s3-requests.ts'
import { fileRecordings } from './file-recordings.ts'
import { s3Recordings } from './s3-recordings.ts'

export interface RecordingStoreOptions extends Omit<S3Bucket, 'bucket'> {
  readonly place: string
  readonly clock: Clock
}

export const recordingStore = ({ place, clock, ...s3 }: RecordingStoreOptions): RecordingStore => {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(place) ?? []
  return bucket === undefined ? fileRecordings(place) : s3Recordings({ ...s3, bucket }, prefix, clock)
}
