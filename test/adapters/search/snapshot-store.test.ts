/** The snapshot in an S3 that speaks the real protocol. */

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { s3SnapshotStore } from '#adapters/search/snapshot-store.ts'

let server: FauxqsServer
let client: S3Client

beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  client = new S3Client({ endpoint: `http://127.0.0.1:${server.port}`, region: 'us-east-1', credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'catalogue' }))
})
afterAll(async () => {
  client.destroy()
  await server.stop()
})

const signal = AbortSignal.timeout(10_000)

it('a snapshot is transferred when it is another one than that known, and only then', async () => {
  const store = s3SnapshotStore({ bucket: 'catalogue', key: 'markets' }, client)
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
