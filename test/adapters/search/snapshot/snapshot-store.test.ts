/** The snapshot in an S3 that speaks the real protocol. */

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { s3SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'

let server: FauxqsServer
const settings = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }
const place = { bucket: 'catalogue', key: 'markets' }

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false })
  const client = new S3Client({ ...settings, endpoint: `http://127.0.0.1:${server.port}` })
  await client.send(new CreateBucketCommand({ Bucket: 'catalogue' }))
  client.destroy()
})
afterAll(() => server.stop())

const signal = AbortSignal.timeout(10_000)

it('a snapshot is transferred when it is another one than that known, and only then', async () => {
  const store = s3SnapshotStore({ ...place, endpoint: `http://127.0.0.1:${server.port}` }, settings)
  expect(await store.get(null, signal)).toBeNull()
  const bytes = Buffer.alloc(3_000_000, 'snapshot ')
  expect(await store.version()).toBeNull()
  const version = await store.put(bytes)
  expect(await store.version()).toBe(version)
  const found = await store.get(null, signal)
  expect(found?.version).toBe(version)
  expect(Buffer.concat((await found?.bytes.toArray()) ?? [])).toEqual(bytes)
  expect(await store.get(found?.version ?? null, signal)).toBeNull()
  await store.put(Buffer.from('another'))
  const newer = await store.get(found?.version ?? null, signal)
  expect(Buffer.concat((await newer?.bytes.toArray()) ?? []).toString()).toBe('another')
})

it('the bucket is in the path if the store has a host name, as from a function’s container', async () => {
  const store = s3SnapshotStore({ ...place, endpoint: `http://localhost:${server.port}` }, settings)
  const version = await store.put(Buffer.from('by name'))
  expect(await store.version()).toBe(version)
})
