/** The long ids of EXCHANGE_B in a snapshot, also in one that an earlier version stored. */

import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openSnapshot, type Snapshot } from '#adapters/search/queries/open-snapshot.ts'
import { marketFinder } from '#adapters/search/snapshot/market-finder.ts'
import { receiveSnapshot } from '#adapters/search/snapshot/receive-snapshot.ts'
import { catalogueStore } from '#adapters/search/stage/catalogue-store.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import { snapshotShelf } from '#test/support/snapshot-shelf.ts'
import { plainMarketB, snapshotDesk } from '../snapshot-desk.ts'

const { folder, snapshotOf } = snapshotDesk()

const CONDITION = `0x${'5eed'.repeat(16)}`
const TOKENS = {
  tokenIdYes: '98756637703320879198441871470345384821367334051929992047845197222571333888980',
  tokenIdNo: '71321045679252212594626385532706912750332728571942532289631379312455583992563',
}
const snow = plainMarketB(CONDITION, {
  ...TOKENS,
  name: 'Snow in London',
  slug: 'snow-in-london',
  negRisk: true,
  negRiskId: `0x${'0'.repeat(62)}ab`,
})
const ALL = { limit: 10, offset: 0 }
const signal = AbortSignal.timeout(10_000)
const found = ({ search }: Snapshot, text: string) => search({ text }, ALL).markets

describe('a market with long ids', () => {
  it('comes back with all of them', async () => {
    const [market] = found(await snapshotOf([snow]), 'london')
    expect(market).toEqual(snow)
  })

  it('is found by its condition id in any case, once, with the other filters obeyed', async () => {
    const snapshot = await snapshotOf([snow, plainMarketB(`0x${'a'.repeat(64)}`)])
    for (const text of [CONDITION, CONDITION.toUpperCase(), ` ${CONDITION} `])
      expect(found(snapshot, text)).toEqual([snow])
    expect(snapshot.search({ text: CONDITION, exchange: 'EXCHANGE_A' }, ALL).total).toBe(0)
  })

  it('is found by its slug and by its svc_id', async () => {
    const snapshot = await snapshotOf([snow])
    for (const text of ['Snow-in-London', String(snow.svcId)]) expect(found(snapshot, text)).toEqual([snow])
  })
})

describe('a snapshot of the version before, with ids in fewer letters', () => {
  const old = readFileSync(new URL('../../../fixtures/snapshot-with-short-ids.bin', import.meta.url))
  const shelf = () => snapshotShelf({ version: 'old', bytes: old })
  const open = async (bytes: Uint8Array) =>
    openSnapshot(await receiveSnapshot({ version: '1', bytes: Readable.from([bytes]) }, folder, signal))

  it('is searched', async () => {
    const snapshot = await open(old)
    expect(found(snapshot, CONDITION)).toEqual([expect.objectContaining({ ...TOKENS, nativeId: CONDITION })])
    expect(found(snapshot, 'kxrain-26-t1')).toHaveLength(1)
    snapshot.close()
  })

  it('finds single markets', async () => {
    const find = marketFinder(shelf(), () => 0)
    expect(await find(svcIdOf('EXCHANGE_B', CONDITION))).toMatchObject({ ...TOKENS, negRiskId: snow.negRiskId })
  })

  it('becomes ours with the next sync, which finds the same markets, and forgets them', async () => {
    const kept = shelf()
    const store = catalogueStore({ store: kept, folder })
    const catalogue = await store.open(signal)
    catalogue.take([{ ...snow, name: 'Snow in Paris' }], { walk: 2, now: 0 })
    expect(await store.publish({ asOf: 9, tidy: true })).toMatchObject({ markets: 2 })
    const next = await open(kept.stored()?.bytes ?? old)
    expect(found(next, CONDITION)).toEqual([{ ...snow, name: 'Snow in Paris' }])
    next.close()
    const again = await store.open(signal)
    again.forget([snow.svcId])
    expect(await store.publish({ asOf: 10, tidy: false })).toMatchObject({ markets: 1 })
    const last = await open(kept.stored()?.bytes ?? old)
    expect(found(last, CONDITION)).toEqual([])
    last.close()
  })
})
