/** Fills by subaccount in the table, and the positions written with them. */

import { describe, expect, it } from 'vitest'
import { accountReportKey } from '#adapters/store/engine/keys.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import { positionStore } from '#adapters/store/portfolio/positions.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { addFills } from '#domain/orders/fills/add-fills.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import type { Order } from '#domain/orders/order.ts'
import { positionOf } from '#domain/portfolio/position.ts'
import type { ExternalFill } from '#ports/portfolio/portfolio-store.ts'
import { laggingTable } from '#test/support/faults/lagging-table.ts'
import { freshTable } from '#test/support/store.ts'
import { recordFills } from '#use-cases/orders/change-order.ts'
import { recordTogether } from '#use-cases/orders/record-together.ts'
import { NOW, SUBACCOUNT, sampleFill, sampleOrder, uuidAt } from '../samples.ts'

const stores = (table: Table) => ({
  orders: orderStore(table),
  fills: fillStore(table),
  positions: positionStore(table),
})
const fresh = async () => stores((await freshTable()).table)

const ORDER = sampleOrder()
const OTHER = uuidAt(NOW, 0xcccc)

const external = (n: number, change: Partial<Fill> = {}): ExternalFill => ({
  ...sampleFill(ORDER, n, change),
  orderId: null,
  nativeId: ORDER.nativeId,
})

const save = async (store: Awaited<ReturnType<typeof fresh>>, order: Order, fills: readonly Fill[]): Promise<void> => {
  await store.orders.create(order)
  expect(await store.orders.save(addFills(order, fills, [], NOW), fills)).toBe(true)
}

const PAGE = { limit: 100, offset: 0 }
const idsOf = (listed: Awaited<ReturnType<Awaited<ReturnType<typeof fresh>>['fills']['list']>>) =>
  listed.map(({ fill }) => fill.fillId)

describe('the fills of a subaccount', () => {
  it('are those of its orders and those made elsewhere, newest first, then by id', async () => {
    const store = await fresh()
    const own = sampleFill(ORDER, 2, { exchangeAt: NOW + 20 })
    const label = { title: 'Will it rain?', ticker: 'KXRAIN' }
    await save(store, { ...ORDER, clientOrderId: 'mine', label }, [own])
    const [old, twin, last] = [
      external(1),
      external(3, { exchangeAt: NOW + 20 }),
      external(4, { exchangeAt: NOW + 30 }),
    ]
    await store.fills.recordExternal([last, old, twin], NOW)
    const listed = await store.fills.list([SUBACCOUNT], {}, PAGE)
    expect(idsOf(listed)).toEqual([last, own, twin, old].map(({ fillId }) => fillId))
    const { nativeId: _, ...elsewhere } = last
    expect(listed[0]).toEqual({ fill: elsewhere, clientOrderId: null, tag: null, label: null })
    expect(listed[1]).toEqual({ fill: own, clientOrderId: 'mine', tag: null, label })
  })

  it('are found by the tag of their order, and a reversed one stays reversed when an older writer is late', async () => {
    const store = await fresh()
    const [first, second] = [1, 2].map((n) => sampleFill(ORDER, n, { exchangeAt: NOW + n, status: 'PROVISIONAL' }))
    if (first === undefined || second === undefined) throw new Error('two fills were made')
    const tagged = { ...ORDER, tag: 'grid' }
    await save(store, tagged, [first, second])
    await save(store, { ...sampleOrder({ tag: 'other' }, 9) }, [])
    const reversed = { ...second, status: 'REVERSED' } as const
    const stored = await store.orders.get(ORDER.orderId)
    if (stored === null) throw new Error('the order was stored')
    expect(await store.orders.save(stored, [], [reversed])).toBe(true)
    // Its order has changed meanwhile, so this writer stores nothing.
    expect(await store.orders.save(stored, [second])).toBe(false)
    expect(idsOf(await store.fills.list([SUBACCOUNT], { tag: 'grid' }, PAGE))).toEqual([second.fillId, first.fillId])
    expect(idsOf(await store.fills.list([SUBACCOUNT], { tag: 'grid' }, { limit: 1, offset: 1 }))).toEqual([
      first.fillId,
    ])
    expect(idsOf(await store.fills.list([SUBACCOUNT], { tag: 'grid', until: NOW + 2 }, PAGE))).toEqual([first.fillId])
    expect(await store.fills.list([SUBACCOUNT], { tag: 'gri' }, PAGE)).toEqual([])
    expect(await store.fills.list([OTHER], { tag: 'grid' }, PAGE)).toEqual([])
    const numbers = await store.fills.tagged(SUBACCOUNT)
    expect(numbers).toMatchObject([
      { fillId: second.fillId, tag: 'grid', status: 'REVERSED', orderId: ORDER.orderId },
      { fillId: first.fillId, tag: 'grid', status: 'PROVISIONAL', price: first.price, qty: first.qty, fee: first.fee },
    ])
  })

  it('of a tagged order are stored once by its tag, however many there are and however often they are reported', async () => {
    const store = await fresh()
    const order = { ...sampleOrder({ qty: qty(200_000_000) }), tag: 'grid ä#\u0000' }
    await store.orders.create(order)
    const fills = Array.from({ length: 101 }, (_, n) =>
      sampleFill(order, n, { exchangeAt: NOW + n, qty: qty(1_000_000) }),
    )
    const report = (some: readonly Fill[]) => recordFills(store.orders, order.orderId, some, (same) => same, NOW)
    // Pushed and polled at once, and reported again with another time.
    await Promise.all([report(fills), report(fills.slice(30, 80)), report(fills.toReversed())])
    await report(fills.map((fill) => ({ ...fill, exchangeAt: fill.exchangeAt + 500 })))
    const numbers = await store.fills.tagged(SUBACCOUNT, order.tag)
    expect(numbers.map(({ fillId }) => fillId)).toEqual(fills.toReversed().map(({ fillId }) => fillId))
    expect(new Set(numbers.map(({ tag }) => tag))).toEqual(new Set([order.tag]))
    expect(await store.fills.tagged(SUBACCOUNT)).toEqual(numbers)
    expect(await store.fills.tagged(SUBACCOUNT, 'grid')).toEqual([])
    const { tradedQty, fillCount } = (await store.orders.get(order.orderId)) ?? {}
    expect({ tradedQty, fillCount }).toEqual({ tradedQty: 101_000_000, fillCount: 101 })
    expect(positionOf(numbers)).toEqual(positionOf(fills))
    const page = await store.fills.list([SUBACCOUNT], { tag: order.tag }, { limit: 3, offset: 99 })
    expect(idsOf(page)).toEqual(
      fills
        .slice(0, 2)
        .toReversed()
        .map(({ fillId }) => fillId),
    )
  })

  it('of several tagged orders are stored together, and by the tag of each', async () => {
    const store = await fresh()
    const orders = [1, 2, 3].map((n) => ({
      ...sampleOrder({}, n),
      tag: n === 3 ? null : `t${n}`,
      sendState: 'acked' as const,
    }))
    for (const order of orders) await store.orders.create(order)
    const trades = orders.map((order, place) => ({
      orderId: order.orderId,
      fills: () => [sampleFill(order, place, { exchangeAt: NOW + place, qty: qty(1_000_000) })],
      change: (same: Order) => same,
    }))
    expect((await recordTogether(store.orders, SUBACCOUNT, trades, NOW)).size).toBe(3)
    expect((await store.fills.tagged(SUBACCOUNT)).map(({ tag }) => tag)).toEqual(['t1', 't2'])
  })

  it('tell by their ids whose they are, of those that are stored', async () => {
    const store = await fresh()
    const [own, theirs, unknown] = [sampleFill(ORDER, 2), external(3), external(4)]
    await save(store, ORDER, [own])
    await store.fills.recordExternal([external(1), theirs], NOW)
    const owners = await store.fills.ownersOf(SUBACCOUNT, [unknown, theirs, own])
    expect(Object.fromEntries(owners)).toEqual({ [own.fillId]: ORDER.orderId, [theirs.fillId]: null })
    expect(await store.fills.ownersOf(OTHER, [theirs, own])).toEqual(new Map())
  })

  it('are filtered by instrument and by time: from the start on, before the end', async () => {
    const { fills } = await fresh()
    await fills.recordExternal(
      [1, 2, 3, 4].map((n) => external(n, { exchangeAt: NOW + n, svcId: n === 3 ? 77 : ORDER.svcId })),
      NOW,
    )
    const times = async (filter: Parameters<typeof fills.list>[1]) =>
      (await fills.list([SUBACCOUNT], filter, PAGE)).map(({ fill }) => fill.exchangeAt - NOW)
    expect(await times({ from: NOW + 2 })).toEqual([4, 3, 2])
    expect(await times({ until: NOW + 3 })).toEqual([2, 1])
    expect(await times({ from: NOW + 2, until: NOW + 4 })).toEqual([3, 2])
    expect(await times({ svcId: 77 })).toEqual([3])
    expect(await times({ svcId: ORDER.svcId, from: NOW + 3 })).toEqual([4])
    // As far as an interface lets anybody ask.
    expect(await times({ from: -62_135_596_800_000, until: 253_402_300_799_999 })).toEqual([4, 3, 2, 1])
    expect(await times({ from: 253_402_300_799_999 })).toEqual([])
    expect(await times({ until: -62_135_596_800_000 })).toEqual([])
  })

  it('are paged over several subaccounts as one sequence', async () => {
    const { fills } = await fresh()
    const all = Array.from({ length: 30 }, (_, n) =>
      external(n, { exchangeAt: NOW + n, subaccountId: n % 3 === 0 ? OTHER : SUBACCOUNT }),
    )
    for (const subaccountId of [OTHER, SUBACCOUNT])
      await fills.recordExternal(
        all.filter((fill) => fill.subaccountId === subaccountId),
        NOW,
      )
    const expected = all.toReversed().map(({ fillId }) => fillId)
    for (const [offset, limit] of [
      [0, 7],
      [7, 7],
      [28, 7],
      [40, 7],
    ] as const)
      expect(idsOf(await fills.list([SUBACCOUNT, OTHER], {}, { offset, limit }))).toEqual(
        expected.slice(offset, offset + limit),
      )
    expect(await fills.list([], {}, PAGE)).toEqual([])
  })
})

describe('fills of trades that were not made through us', () => {
  it('are stored once, however often they are reported', async () => {
    const { fills, positions } = await fresh()
    for (let n = 0; n < 3; n += 1) await fills.recordExternal([external(1), external(2)], NOW)
    await Promise.all([fills.recordExternal([external(3)], NOW), fills.recordExternal([external(3)], NOW)])
    expect(await fills.list([SUBACCOUNT], {}, PAGE)).toHaveLength(3)
    expect(await positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)).toMatchObject({
      nativeId: ORDER.nativeId,
      held: { position: 3_000_000, fillCount: 3 },
    })
  })

  it('are followed until they are final or taken back, and never back to provisional', async () => {
    const { fills, positions } = await fresh()
    const reported = (status: Fill['status']) => fills.recordExternal([external(1, { status }), external(2)], NOW)
    const held = async () => (await positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId))?.held.position
    await reported('PROVISIONAL')
    expect(await held()).toBe(2_000_000)
    await reported('REVERSED')
    await reported('PROVISIONAL')
    await reported('FINAL')
    expect(await held()).toBe(1_000_000)
    expect((await fills.list([SUBACCOUNT], {}, PAGE)).map(({ fill }) => fill.status).sort()).toEqual([
      'FINAL',
      'REVERSED',
    ])
  })

  it('are left out when an order of ours holds them already', async () => {
    const store = await fresh()
    const own = sampleFill(ORDER, 1)
    await save(store, ORDER, [own])
    await store.fills.recordExternal([external(1), external(2, { exchangeAt: own.exchangeAt })], NOW)
    expect(await store.fills.list([SUBACCOUNT], {}, PAGE)).toHaveLength(2)
    expect(await store.positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)).toMatchObject({ fillsStored: 2 })
  })

  it('are listed by hundreds in many markets', async () => {
    const { fills, positions } = await fresh()
    const many = Array.from({ length: 400 }, (_, n) => external(n, { svcId: n % 3, exchangeAt: NOW + n }))
    await fills.recordExternal(many.toReversed(), NOW)
    expect(await fills.list([SUBACCOUNT], {}, { limit: 1_000, offset: 0 })).toHaveLength(400)
    const { ledgers } = await positions.ofSubaccount(SUBACCOUNT)
    expect(ledgers.map(({ svcId, fillsStored, rough }) => [svcId, fillsStored, rough])).toEqual([
      [0, 134, false],
      [1, 133, false],
      [2, 133, false],
    ])
    expect(await fills.inMarkets(SUBACCOUNT, [1])).toHaveLength(133)
  })
})

describe('a position', () => {
  it('is written with the fills that make it, whoever else writes it at that moment', async () => {
    const store = await fresh()
    const orders = Array.from({ length: 8 }, (_, n) => sampleOrder({}, 100 + n))
    const made = orders.map((order, n) => sampleFill(order, n, { price: price(100_000 * (n + 1)) }))
    await Promise.all(orders.map((order, n) => save(store, order, made.slice(n, n + 1))))
    const ledger = await store.positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)
    const { boughtCost, position } = positionOf(made)
    expect(ledger).toMatchObject({ fillsStored: 8, held: { boughtCost, position } })
  })

  it('does not count a fill whose order could not be stored', async () => {
    const store = await fresh()
    await store.orders.create(ORDER)
    const fill = sampleFill(ORDER, 1)
    expect(await store.orders.save(addFills({ ...ORDER, version: 9 }, [fill], [], NOW), [fill])).toBe(false)
    expect(await store.positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)).toBeNull()
  })

  it('reads back exactly as it was stored, with what the exchange says', async () => {
    const { fills, positions } = await fresh()
    const digits = { qty: qty(123_456_789), price: price(333_333) }
    await fills.recordExternal([external(1, digits), external(2, { ...digits, buyFlag: false })], NOW)
    const report = {
      subaccountId: SUBACCOUNT,
      exchange: 'EXCHANGE_A',
      at: NOW + 5,
      completeTo: NOW,
      markets: [
        {
          svcId: ORDER.svcId,
          nativeId: ORDER.nativeId,
          position: -7,
          cost: money(3),
          mark: price(420_000),
          closed: true,
          differsSince: NOW,
          pairs: qty(0),
          yesPays: null,
          settlementDetail: 'two places differ',
        },
      ],
    } as const
    await positions.saveReport(report, null)
    const stored = await positions.ofSubaccount(SUBACCOUNT)
    expect(stored.reports).toEqual([report])
    expect(stored.ledgers).toEqual([await positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)])
    const [ledger] = stored.ledgers
    if (ledger === undefined) throw new Error('no position')
    expect(await positions.save({ ...ledger, yesPaid: price(0) })).toBe(true)
    expect(await positions.save({ ...ledger, yesPaid: price(1) })).toBe(false)
  })

  it('is shown without the exchange’s position if that is stored in another form, until the next sync', async () => {
    const { table } = await freshTable()
    const { fills, positions } = stores(table)
    await fills.recordExternal([external(1)], NOW)
    const put = { ...accountReportKey(SUBACCOUNT, 'EXCHANGE_A'), at: NOW, to: NOW, m: { '1': { n: 'X', p: 5 } } }
    await table.write([{ put, expect: 'anything' }])
    const stored = await positions.ofSubaccount(SUBACCOUNT)
    expect(stored.ledgers).toHaveLength(1)
    expect(stored.reports).toMatchObject([{ at: NOW, markets: [] }])
  })

  it('is not kept from its fills by an index that lags', async () => {
    const { table } = await freshTable()
    const store = stores(laggingTable(table, () => 1))
    await store.fills.recordExternal([external(1), external(2)], NOW)
    // The first reading is of the past.
    expect(await store.fills.inMarkets(SUBACCOUNT, [ORDER.svcId])).toEqual([])
    expect(await store.fills.inMarkets(SUBACCOUNT, [ORDER.svcId])).toHaveLength(2)
    expect(await store.positions.get(SUBACCOUNT, 'EXCHANGE_A', ORDER.svcId)).toMatchObject({ fillsStored: 2 })
  })
})
