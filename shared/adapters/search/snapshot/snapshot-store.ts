/** Store of the snapshot of the catalogue: one object in S3, replaced as a whole. */

import { Readable } from 'node:stream'
import {
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { requestLimits } from '../../aws/request-limits.ts'

export interface SnapshotStore {
  /** Returns the version that is stored now. */
  put(bytes: Uint8Array): Promise<string>
  /** Stored version; null if there is none. */
  version(): Promise<string | null>
  /** Stored snapshot, or null if it still has the version `known`, or if `known` is null and none is stored. Throws if the known snapshot is gone. */
  get(known: string | null, signal: AbortSignal): Promise<StoredSnapshot | null>
}

export interface StoredSnapshot {
  readonly version: string
  readonly bytes: Readable
}

/** Longest upload of a snapshot of about 30 MB. */
const UPLOAD_MS = 30_000

/** The endpoint is null in AWS. Elsewhere the bucket is part of the path, because a host with its name does not exist. */
export const s3SnapshotStore = (
  { bucket, key, endpoint }: { readonly bucket: string; readonly key: string; readonly endpoint: string | null },
  settings: S3ClientConfig = {},
): SnapshotStore => {
  const client = new S3Client({
    requestHandler: requestLimits(UPLOAD_MS),
    ...settings,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
  })
  const Place = { Bucket: bucket, Key: key }
  return {
    put: async (bytes) => {
      const { ETag } = await client.send(new PutObjectCommand({ ...Place, Body: bytes }))
      if (ETag === undefined) throw new Error('S3 did not say which version it stored')
      return ETag
    },
    version: () => client.send(new HeadObjectCommand(Place)).then(({ ETag }) => ETag ?? null, nullIfStatus(MISSING)),
    get: (known, signal) => {
      const condition = known === null ? {} : { IfNoneMatch: known }
      // A new service stores its first snapshot some minutes after its start.
      const expected = known === null ? [NOT_MODIFIED, ...MISSING] : [NOT_MODIFIED]
      return client
        .send(new GetObjectCommand({ ...Place, ...condition }), { abortSignal: signal })
        .then(storedIn, nullIfStatus(expected))
    },
  }
}

const storedIn = ({ Body, ETag }: GetObjectCommandOutput): StoredSnapshot => {
  if (!(Body instanceof Readable) || ETag === undefined) throw new Error('S3 answered without an object')
  return { version: ETag, bytes: Body }
}

/** Handles an error of S3: null for one of these statuses; throws any other error again. */
const nullIfStatus =
  (statuses: readonly number[]) =>
  (error: unknown): null => {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
    if (statuses.includes(status)) return null
    throw error
  }

const NOT_MODIFIED = 304
/** S3 answers 403 in place of 404 to a caller that may not list the bucket. */
const MISSING = [403, 404]
