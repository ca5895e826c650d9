import { describe, expect, it } from 'vitest'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import type { TableFaults } from '#adapters/store/engine/wire.ts'
import { arm } from '#domain/contingent/transitions.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import { contracts, sampleConditional, sampleTarget } from '#test/domain/contingent/complex-samples.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { freshTable, memoryTable } from '#test/support/store.ts'
import { NOW, uuidAt } from '../samples.ts'

const armIn = (table: Table, svcId: number, at: number, n = svcId) => {
  const complexOrderId = uuidAt(NOW, 0xc000 + n)
  const target = sampleTarget({ svcId, nativeId: `KX${svcId}` })
  const stop = arm(sampleConditional({ complexOrderId, target }), contracts(10), null, at)
  return complexOrderStore(table).save({ newComplexOrders: [stop] })
}

const watchedIn = async (table: Table) => (await complexOrderStore(table).watched()).markets

const idsIn = async (table: Table) => (await watchedIn(table)).map(({ svcId }) => svcId).toSorted((a, b) => a - b)

/** More than are written at once. */
const MARKETS = Array.from({ length: inThisRun({ usual: 120, long: 200 }) }, (_, n) => 1_000 + n)

describe('the marks of watched markets', () => {
  it('are half a read unit while they are few, also when nothing is armed', async () => {
    const { reach } = await freshTable()
    let read = 0
    const onConsumed = ({ operation, total }: { readonly operation: string; readonly total: number }) => {
      if (operation === 'query') read += total
    }
    const table = openTable({ ...reach, onConsumed })
    await watchedIn(table)
    expect(read).toBe(0.5)
    for (const svcId of MARKETS.slice(0, 20)) await armIn(table, svcId, NOW)
    read = 0
    expect(await watchedIn(table)).toHaveLength(20)
    expect(read).toBe(0.5)
  })

  it('are stored again after they were removed', async () => {
    const { table } = await freshTable()
    await armIn(table, 7, NOW, 1)
    for (const market of await watchedIn(table)) await complexOrderStore(table).unwatch(market)
    expect(await watchedIn(table)).toEqual([])
    await armIn(table, 7, NOW, 2)
    expect(await idsIn(table)).toEqual([7])
  })

  it('are read beside a row of an ended run, which an earlier version stored', async () => {
    const { table } = await freshTable()
    await armIn(table, 7, NOW)
    await table.putAll([{ pk: 'W', sk: '&0', ix: 0, of: 1, at: NOW, ut: [8], ttl: NOW / 1_000 + 3_600 }])
    expect(await complexOrderStore(table).watched()).toMatchObject({
      markets: [{ svcId: 7 }],
      accounts: [],
      listeners: [],
    })
  })
})

/** Watch entry of a version before 1.0.0: under the one key, or split over 64 keys. */
const storeMark = (table: Table, svcId: number, at: number, pk = `W.${svcId % 64}`) =>
  table.putAll([{ pk, sk: String(svcId), x: 'A', n: `KX${svcId}`, at }])

const storeSplit = (table: Table, at: number, on = true) => table.putAll([{ pk: 'W', sk: '!', on, at }])

const rowsIn = async (table: Table, partition: string) => (await table.query({ partition })).map(({ sk }) => sk)

describe('the marks that an earlier version split over 64 keys', () => {
  it('are all found by the first poll, and are under the one key from then on', async () => {
    const { table } = await freshTable()
    await storeSplit(table, NOW)
    for (const svcId of MARKETS) await storeMark(table, svcId, NOW)
    expect(await idsIn(table)).toEqual(MARKETS)
    expect(await rowsIn(table, 'W')).toHaveLength(MARKETS.length + 1)
    for (let n = 0; n < 64; n += 1) expect(await rowsIn(table, `W.${n}`)).toEqual([])
  })

  it('do not make a younger mark older, and replace an older one', async () => {
    const { table } = await freshTable()
    await storeSplit(table, NOW)
    await storeMark(table, 1, NOW)
    await storeMark(table, 1, NOW + 1, 'W')
    await storeMark(table, 2, NOW)
    await storeMark(table, 2, NOW - 1, 'W')
    const found = (await watchedIn(table)).map(({ svcId, armedAt }) => [svcId, armedAt])
    expect(found.toSorted()).toEqual([
      [1, NOW + 1],
      [2, NOW],
    ])
  })

  it('are moved also if a function of that version stores them during the update', async () => {
    const { table } = await freshTable()
    await storeSplit(table, NOW)
    expect(await idsIn(table)).toEqual([])
    await storeMark(table, 7, NOW + MINUTE)
    expect(await idsIn(table)).toEqual([7])
  })

  it('are no longer read ten minutes after such functions began to use the one key', async () => {
    const { table } = await freshTable()
    await storeSplit(table, NOW)
    await watchedIn(table)
    const [row] = await table.query({ partition: 'W' })
    expect(row).toMatchObject({ on: false })
    expect(Math.abs(Date.now() - Number(row?.['at']))).toBeLessThan(MINUTE)
    await storeSplit(table, Date.now() - 9 * MINUTE, false)
    await watchedIn(table)
    expect(await rowsIn(table, 'W')).toEqual(['!'])
    await storeSplit(table, Date.now() - 11 * MINUTE, false)
    await watchedIn(table)
    expect(await rowsIn(table, 'W')).toEqual([])
  })

  it('are found at whatever request the process that moves them dies', async () => {
    for (const carriedOut of [false, true]) {
      for (let last = 0; ; last += 1) {
        const { table, reach } = await memoryTable()
        await storeSplit(table, NOW)
        for (const svcId of [1, 2, 3]) await storeMark(table, svcId, NOW)
        await storeMark(table, 2, NOW - 1, 'W')
        let requests = 0
        const faults: TableFaults = async (_, send) => {
          requests += 1
          if (requests !== last + 1) return send()
          if (carriedOut) await send()
          throw new Error('the process has died')
        }
        await watchedIn(openTable({ ...reach, faults })).catch(() => undefined)
        expect(await idsIn(table), `request ${last + 1}`).toEqual([1, 2, 3])
        if (requests <= last) break
      }
    }
  })
})
