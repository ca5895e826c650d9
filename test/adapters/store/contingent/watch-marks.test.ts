import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { watchSplitPartition } from '#adapters/store/engine/keys.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import type { TableFaults, TableOptions } from '#adapters/store/engine/wire.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { MINUTE, SECOND } from '#domain/kernel/time.ts'
import { splitOf, splitsOf, WATCH_SPLITS, WHOLE_WATCH } from '#domain/price-watch/watch-part.ts'
import { SPLIT_FROM, splitAnew, TOGETHER_BELOW } from '#domain/price-watch/watch-split.ts'
import { contracts, sampleConditional, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { inThisRun, rounds } from '#test/support/run/plays.ts'
import { freshTable, memoryTable } from '#test/support/store.ts'
import { ANY_PRICE } from '#use-cases/contingent/end/end-market.ts'
import { NOW, uuidAt } from '../samples.ts'

const SPLIT = { isSplit: true, at: NOW }
const SETTLED = NOW + 10 * MINUTE

const stopOn = (svcId: number, at: number, n = svcId) =>
  arm(
    sampleConditional({
      complexOrderId: uuidAt(NOW, 0xc000 + n),
      target: sampleTarget({ svcId, nativeId: `KX${svcId}` }),
    }),
    contracts(10),
    null,
    at,
  )

/** Another process that arms: it remembers nothing of what others have marked. */
const armIn = (table: Table, svcId: number, at: number, n = svcId) =>
  complexOrderStore(table).save({ newComplexOrders: [stopOn(svcId, at, n)] })

const watchedIn = async (table: Table, part = WHOLE_WATCH) => (await complexOrderStore(table).watched(part)).markets

const idsIn = async (table: Table) => (await watchedIn(table)).map(({ svcId }) => svcId).toSorted((a, b) => a - b)

const measured = (reach: TableOptions) => {
  const spent = { read: 0, write: 0 }
  const table = openTable({
    ...reach,
    onConsumed: ({ operation, total }) => {
      spent[['get', 'batchGet', 'query', 'count'].includes(operation) ? 'read' : 'write'] += total
    },
  })
  return { table, spent }
}

/** More than are written at once. */
const MARKETS = Array.from({ length: inThisRun({ usual: 120, long: 200 }) }, (_, n) => 1_000 + n)

describe('the marks of watched markets', () => {
  it('stand under one key while they are few: reading them is half a read unit, also when nothing is armed', async () => {
    const { reach } = await freshTable()
    const { table, spent } = measured(reach)
    await watchedIn(table)
    expect(spent.read).toBe(0.5)
    for (const svcId of MARKETS.slice(0, 20)) await armIn(table, svcId, NOW)
    spent.read = 0
    expect(await watchedIn(table)).toHaveLength(20)
    expect(spent.read).toBe(0.5)
  })

  it('are split over many keys while they are many, and each run reads only its own', async () => {
    const { reach } = await freshTable()
    const { table, spent } = measured(reach)
    await complexOrderStore(table).keepSplit(SPLIT, null)
    for (const svcId of MARKETS) await armIn(table, svcId, SETTLED)
    expect(await idsIn(table)).toEqual(MARKETS)
    expect(await table.query({ partition: watchSplitPartition(splitOf(1_000)) })).not.toEqual([])
    const found = []
    for (let index = 0; index < 8; index += 1) {
      const part = { index, of: 8 }
      spent.read = 0
      found.push(...(await watchedIn(table, part)))
      expect(spent.read).toBeLessThanOrEqual(0.5 + splitsOf(part).length * 0.5)
    }
    expect(found.map(({ svcId }) => svcId).toSorted((a, b) => a - b)).toEqual(MARKETS)
  })

  it('are split from two thousand on, and put together below one thousand', () => {
    expect(splitAnew(null, SPLIT_FROM, NOW)).toBeNull()
    expect(splitAnew(null, SPLIT_FROM + 1, NOW)).toEqual(SPLIT)
    expect(splitAnew(SPLIT, TOGETHER_BELOW, NOW)).toBeNull()
    expect(splitAnew(SPLIT, TOGETHER_BELOW - 1, SETTLED)).toEqual({ isSplit: false, at: SETTLED })
    expect(splitAnew({ isSplit: false, at: NOW }, TOGETHER_BELOW, SETTLED)).toBeNull()
    expect(splitAnew({ isSplit: false, at: NOW }, SPLIT_FROM + 1, SETTLED)).toEqual({ isSplit: true, at: SETTLED })
  })

  it('go to the split keys only when every run reads these', async () => {
    const { table } = await freshTable()
    await complexOrderStore(table).keepSplit(SPLIT, null)
    await armIn(table, 1, NOW + MINUTE)
    expect(await complexOrderStore(table).moveMarks(NOW + MINUTE)).toBe(0)
    expect((await watchedIn(table))[0]).not.toHaveProperty('isApart')
    await armIn(table, 2, NOW + 3 * MINUTE)
    expect((await watchedIn(table)).find(({ svcId }) => svcId === 2)).toMatchObject({ isApart: true })
    expect(await complexOrderStore(table).moveMarks(NOW + 3 * MINUTE)).toBe(1)
    expect((await watchedIn(table)).map(({ isApart }) => isApart)).toEqual([true, true])
  })

  it('come back under one key, and the split ends when its keys have been empty for long enough', async () => {
    const { reach } = await freshTable()
    const { table, spent } = measured(reach)
    const store = complexOrderStore(table)
    await store.keepSplit(SPLIT, null)
    for (const svcId of MARKETS) await armIn(table, svcId, SETTLED)
    const together = { isSplit: false, at: SETTLED }
    await store.keepSplit(together, SPLIT)
    expect(await store.moveMarks(SETTLED)).toBe(MARKETS.length)
    expect(await store.moveMarks(SETTLED + MINUTE)).toBe(0)
    expect((await store.watched(WHOLE_WATCH)).split).toEqual(together)
    await store.moveMarks(SETTLED + 10 * MINUTE)
    spent.read = 0
    expect(await idsIn(table)).toEqual(MARKETS)
    expect((await store.watched(WHOLE_WATCH)).split).toBeNull()
    expect(spent.read).toBeLessThan(WATCH_SPLITS / 8)
  })

  it('are not stored again within two seconds, whatever is armed there, and are two seconds later', async () => {
    const { reach } = await freshTable()
    const { table, spent } = measured(reach)
    const store = complexOrderStore(table)
    const armed = async (n: number, at: number) => {
      spent.write = 0
      await store.save({ newComplexOrders: [stopOn(7, at, n)] })
      return spent.write
    }
    const first = await armed(1, NOW)
    expect(await armed(2, NOW + 1_900)).toBe(first - 1)
    expect(await watchedIn(table)).toMatchObject([{ armedAt: NOW }])
    expect(await armed(3, NOW + 2 * SECOND)).toBe(first)
    expect(await watchedIn(table)).toMatchObject([{ armedAt: NOW + 2 * SECOND }])
  })

  it('are stored again after they were removed', async () => {
    const { table } = await freshTable()
    const store = complexOrderStore(table)
    await store.save({ newComplexOrders: [stopOn(7, NOW, 1)] })
    for (const market of await watchedIn(table)) await store.unwatch(market)
    expect(await watchedIn(table)).toEqual([])
    await store.save({ newComplexOrders: [stopOn(7, NOW, 2)] })
    expect(await idsIn(table)).toEqual([7])
  })
})

/** Everything from the first arming to the end of a split, as processes that may die at any request. */
const HISTORY: ReadonlyArray<(table: Table) => Promise<unknown>> = [
  (table) => armIn(table, 1, NOW),
  (table) => complexOrderStore(table).keepSplit(SPLIT, null),
  (table) => armIn(table, 2, SETTLED),
  (table) => complexOrderStore(table).moveMarks(SETTLED),
  (table) => armIn(table, 1, SETTLED + SECOND, 101),
  (table) => complexOrderStore(table).keepSplit({ isSplit: false, at: SETTLED }, SPLIT),
  (table) => armIn(table, 3, SETTLED + MINUTE),
  (table) => complexOrderStore(table).moveMarks(SETTLED + MINUTE),
  (table) => complexOrderStore(table).moveMarks(SETTLED + 10 * MINUTE),
]

const died = new Error('the process has died')

describe('a market with an armed stop is watched', () => {
  it('at whatever request a process dies, before it was sent or after it was carried out', async () => {
    for (const carriedOut of [false, true]) {
      for (let last = 0; ; last += inThisRun({ usual: 3, long: 1 })) {
        const { table, reach } = await memoryTable()
        let requests = 0
        const faults: TableFaults = async (_, send) => {
          requests += 1
          if (requests !== last + 1) return send()
          if (carriedOut) await send()
          throw died
        }
        const mortal = openTable({ ...reach, faults })
        for (const act of HISTORY) await act(mortal).catch((error) => expect(error).toBe(died))
        const armed = []
        for (const svcId of [1, 2, 3]) {
          if ((await complexOrderStore(table).crossed(svcId, ANY_PRICE, 1)).length > 0) armed.push(svcId)
        }
        expect(await idsIn(table), `request ${last + 1}`).toEqual(expect.arrayContaining(armed))
        // The next minutes put everything in its place.
        await complexOrderStore(table).moveMarks(SETTLED + 20 * MINUTE)
        expect(await idsIn(table)).toEqual(expect.arrayContaining(armed))
        if (requests <= last) break
      }
    }
  })

  it('however the requests of those that arm, move and forget marks follow each other', async () => {
    const old = NOW - 60 * MINUTE
    const svcId = 7
    const part = { index: splitOf(svcId), of: WATCH_SPLITS }
    const places = fc.constantFrom('none', 'one key', 'split', 'both')
    const turns = fc.array(fc.nat({ max: 2 }), { minLength: 24, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(places, fc.boolean(), turns, async (place, isSplit, order) => {
        const { table, reach } = await memoryTable()
        const store = complexOrderStore(table)
        const market = { svcId, exchange: 'EXCHANGE_A' as const, nativeId: 'KX7', armedAt: old }
        const before = { isSplit: true, at: old - 10 * MINUTE }
        if (place === 'one key' || place === 'both') await markIn(table, { ...market, isApart: false })
        if (place === 'split' || place === 'both') await markIn(table, { ...market, isApart: true })
        // Whoever arms may know of what was a minute ago only: here of the opposite.
        await store.keepSplit({ ...before, isSplit: !isSplit }, null)
        const gates = [gate(), gate(), gate()] as const
        const arming = complexOrderStore(openTable({ ...reach, faults: gates[0].faults }))
        gates[0].open()
        await arming.save({ newComplexOrders: [stopOn(99, NOW, 98)] })
        gates[0].close()
        await store.keepSplit({ ...before, isSplit }, { ...before, isSplit: !isSplit })
        const moving = complexOrderStore(openTable({ ...reach, faults: gates[1].faults }))
        const forgetting = complexOrderStore(openTable({ ...reach, faults: gates[2].faults }))
        const forget = async () => {
          const { markets } = await forgetting.watched(part)
          for (const each of markets.filter(({ armedAt }) => NOW - armedAt >= 5 * MINUTE)) {
            const armed = await forgetting.crossed(each.svcId, ANY_PRICE, 1)
            if (armed.length === 0) await forgetting.unwatch(each)
          }
        }
        const all = Promise.all([
          arming.save({ newComplexOrders: [stopOn(svcId, NOW, 99)] }),
          moving.moveMarks(NOW),
          forget(),
        ])
        for (const turn of order) await gates[turn]?.letNext()
        for (const each of gates) each.open()
        await all
        expect(await idsIn(table)).toContain(svcId)
      }),
      { numRuns: rounds(200) },
    )
  })
})

const markIn = async (table: Table, market: { svcId: number; isApart: boolean; armedAt: number }) => {
  const pk = market.isApart ? watchSplitPartition(splitOf(market.svcId)) : 'W'
  await table.putAll([{ pk, sk: String(market.svcId), x: 'A', n: `KX${market.svcId}`, at: market.armedAt }])
}

/** Holds back the requests of one process until each may go. */
const gate = () => {
  const waiting: Array<() => void> = []
  let isOpen = false
  const faults: TableFaults = async (_, send) => {
    if (!isOpen) await new Promise<void>((go) => waiting.push(go))
    return send()
  }
  return {
    faults,
    open: () => {
      isOpen = true
      for (const go of waiting.splice(0)) go()
    },
    close: () => {
      isOpen = false
    },
    /** What one process asks at the same time goes at the same time. */
    letNext: async () => {
      await new Promise(setImmediate)
      for (const go of waiting.splice(0)) go()
      await new Promise(setImmediate)
    },
  }
}
