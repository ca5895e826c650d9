/** Custom assets in the table. */

import { describe, expect, it } from 'vitest'
import { customAssetStore } from '#adapters/store/markets/custom-assets.ts'
import { marketToRow } from '#adapters/store/markets/market-row.ts'
import { marketStore } from '#adapters/store/markets/markets.ts'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleMarket, USER, uuidAt } from '../samples.ts'

const asset = (n: number, change: Partial<CustomAsset> = {}): CustomAsset => ({
  customAssetId: uuidAt(NOW, n),
  userId: USER,
  subaccountId: uuidAt(NOW, 100),
  name: `Basket ${n}`,
  description: null,
  allocation: 'EQUAL',
  svcIds: [],
  insertedAt: NOW + n,
  updatedAt: NOW + n,
  version: 0,
  ...change,
})

describe('custom assets in the store', () => {
  it('read back as they were stored, one and all, oldest first, and only their own user’s', async () => {
    const store = customAssetStore((await freshTable()).table)
    const full = { description: 'ünïcode', allocation: 'BEST_PRICE', svcIds: [9_007_199_254_740_991, 3, 7] } as const
    const all = [asset(2, full), asset(1)]
    for (const one of all) expect(await store.create(one)).toBe(true)
    await store.create(asset(3, { userId: uuidAt(NOW, 99) }))
    expect(await store.create(asset(1))).toBe(false)
    expect(await store.get(USER, uuidAt(NOW, 2))).toEqual(all[0])
    expect(await store.get(USER, uuidAt(NOW, 3))).toBeNull()
    expect(await store.list(USER)).toEqual([all[1], all[0]])
  })

  it('are changed and removed only as they were read', async () => {
    const store = customAssetStore((await freshTable()).table)
    const first = asset(1)
    await store.create(first)
    expect(await store.save({ ...first, svcIds: [5] })).toBe(true)
    expect(await store.save({ ...first, svcIds: [6] })).toBe(false)
    expect(await store.get(USER, first.customAssetId)).toEqual({ ...first, svcIds: [5], version: 1 })
    expect(await store.remove(first)).toBe(false)
    expect(await store.remove({ ...first, version: 1 })).toBe(true)
    expect(await store.list(USER)).toEqual([])
  })
})

describe('many markets at once', () => {
  it('come in the order asked for, each once, without those that do not exist', async () => {
    const store = marketStore((await freshTable()).table)
    const known = ['X', 'Y', 'Z'].map((name) => sampleMarket(name))
    await store.name(known)
    const [x, y, z] = known.map(({ svcId }) => svcId)
    expect(await store.getMany([z ?? 0, 12_345, x ?? 0, z ?? 0, y ?? 0])).toEqual([known[2], known[0], known[1]])
    expect(await store.getMany([])).toEqual([])
  })

  it('show the fees that were stored', async () => {
    const { table } = await freshTable()
    const market = sampleMarket('X', { feeTerms: { rate: 35_000, exponent: 1 } })
    await marketStore(table).name([market])
    expect((await marketStore(table).get(market.svcId))?.feeTerms).toEqual({ rate: 35_000, exponent: 1 })
  })

  it('show the standard fees where a row of before has none', async () => {
    const { table } = await freshTable()
    for (const [exchange, rate] of [
      ['EXCHANGE_A', 70_000],
      ['EXCHANGE_B', 50_000],
    ] as const) {
      const market = sampleMarket('X', { exchange, feeTerms: { rate: 1, exponent: 1 } })
      const row = marketToRow(market, true)
      const { feeTerms: _, ...doc } = JSON.parse(String(row.doc))
      await table.putAll([{ ...row, doc: JSON.stringify(doc) }])
      expect((await marketStore(table).get(market.svcId))?.feeTerms).toEqual({ rate, exponent: 1 })
    }
  })
})
