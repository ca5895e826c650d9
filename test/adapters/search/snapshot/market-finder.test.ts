/** Single markets are found in the stored snapshot by a few small reads, also from an S3 that speaks the real protocol. */

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { marketFinder, type SnapshotRanges } from '#adapters/search/snapshot/market-finder.ts'
import { s3Ranges } from '#adapters/search/snapshot/s3-ranges.ts'
import { s3SnapshotStore } from '#adapters/search/snapshot/snapshot-store.ts'
import { openStage } from '#adapters/search/stage/stage.ts'
import type { Market } from '#domain/markets/market.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { plainMarket, plainMarketB, snapshotDesk } from '../snapshot-desk.ts'

const { folder } = snapshotDesk()

const bytesOf = async (markets: readonly Market[]): Promise<Buffer> => {
  const stage = openStage(folder)
  stage.catalogue.take(markets, { walk: 1, now: 0 })
  stage.tidy()
  const { bytes } = await stage.bytes(0)
  stage.close()
  return bytes
}

const MANY = [
  ...Array.from({ length: 3_000 }, (_, n) => plainMarket(`KX${n}`, { name: `Question ${n}` })),
  ...Array.from({ length: 500 }, (_, n) => plainMarketB(`0x${String(n).padStart(64, '0')}`)),
]

describe('a market of the stored snapshot', () => {
  it('is found by its svc_id, each as it was taken in, and no other number is', async () => {
    const shelf = snapshotShelf()
    await shelf.put(await bytesOf(MANY))
    const find = marketFinder(shelf, () => 0)
    for (const market of MANY.filter((_, n) => n % 50 === 0)) expect(await find(market.svcId)).toEqual(market)
    for (const svcId of [0, 1, 2 ** 53 - 1, (MANY[0]?.svcId ?? 0) + 1]) expect(await find(svcId)).toBeNull()
  })

  it('is not found, also where many that are missing are looked for together in an old snapshot', async () => {
    const shelf = snapshotShelf()
    const time = { now: 0 }
    await shelf.put(await bytesOf(MANY))
    const find = marketFinder(shelf, () => time.now)
    expect(await find(MANY[0]?.svcId ?? 0)).toEqual(MANY[0])
    time.now += 60_000
    const missing = Array.from({ length: 200 }, (_, n) => n + 1)
    expect(await Promise.all(missing.map(find))).toEqual(missing.map(() => null))
  })

  it('costs two small reads once the layout is known', async () => {
    const shelf = snapshotShelf()
    await shelf.put(await bytesOf(MANY))
    const reads: number[] = []
    const counted: SnapshotRanges = {
      read: (range, ...rest) => {
        reads.push(range.size)
        return shelf.read(range, ...rest)
      },
    }
    const find = marketFinder(counted, () => 0)
    await find(MANY[7]?.svcId ?? 0)
    reads.length = 0
    await find(MANY[1_234]?.svcId ?? 0)
    expect(reads).toHaveLength(2)
    expect(Math.max(...reads)).toBeLessThan(20_000)
  })

  it('is found in the snapshot that replaced another meanwhile, and missing markets are searched there later', async () => {
    const shelf = snapshotShelf()
    const time = { now: 0 }
    const find = marketFinder(shelf, () => time.now)
    const [old, young] = [plainMarket('OLD'), plainMarket('YOUNG')]
    expect(await find(old.svcId)).toBeNull()
    await shelf.put(await bytesOf([old]))
    expect(await find(old.svcId)).toEqual(old)
    expect(await find(young.svcId)).toBeNull()
    await shelf.put(await bytesOf([{ ...old, status: 'closed' }, young]))
    expect((await find(old.svcId))?.status).toBe('closed')
    expect(await find(young.svcId)).toEqual(young)
  })
})

describe('ranges of an object in S3', () => {
  let server: FauxqsServer
  let client: S3Client
  beforeAll(async () => {
    server = await startFauxqs({ port: 0, logger: false })
    process.env.AWS_ACCESS_KEY_ID ??= 'local'
    process.env.AWS_SECRET_ACCESS_KEY ??= 'local'
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    client = new S3Client({ endpoint: `http://127.0.0.1:${server.port}`, region: 'us-east-1', credentials })
    await client.send(new CreateBucketCommand({ Bucket: 'catalogue' }))
  })
  afterAll(async () => {
    client.destroy()
    await server.stop()
  })

  it('are read by signed requests, of the version asked for and of no other', async () => {
    const place = { bucket: 'catalogue', key: 'markets.db.zst' }
    const ranges = s3Ranges({ ...place, region: 'us-east-1', endpoint: `http://127.0.0.1:${server.port}` })
    const signal = AbortSignal.timeout(10_000)
    expect(await ranges.read({ at: 0, size: 10 }, null, signal)).toBeNull()
    const store = s3SnapshotStore({ ...place, endpoint: `http://127.0.0.1:${server.port}` }, { region: 'us-east-1' })
    const version = await store.put(Buffer.from('0123456789abcdef'))
    const found = await ranges.read({ at: 4, size: 6 }, null, signal)
    expect([found?.version, Buffer.from(found?.bytes ?? []).toString()]).toEqual([version, '456789'])
    expect(await ranges.read({ at: 4, size: 6 }, version, signal)).toEqual(found)
    await store.put(Buffer.from('another object'))
    expect(await ranges.read({ at: 4, size: 6 }, version, signal)).toBeNull()
    await store.put(await bytesOf(MANY))
    expect(await marketFinder(ranges, () => 0)(MANY[9]?.svcId ?? 0)).toEqual(MANY[9])
  })
})
