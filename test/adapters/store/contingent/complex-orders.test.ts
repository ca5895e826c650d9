import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { toAttributes } from '#adapters/store/engine/attributes.ts'
import { extendAggregates, readAggregates } from '#adapters/store/history/aggregates.ts'
import { COMPLEX_ORDERS } from '#adapters/store/history/history.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { complexOrderToRow } from '#adapters/store/rows/complex-order-row.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import { basketTarget, targetIds } from '#domain/complex-orders/target.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, newConditional } from '#domain/contingent/conditional.ts'
import { arm, armStop, cancel, fire, resize } from '#domain/contingent/transitions.ts'
import { triggerOrder } from '#domain/contingent/trigger/trigger-order.ts'
import { directionOf } from '#domain/contingent/trigger/trigger-rule.ts'
import { twapSlice } from '#domain/twap/slice.ts'
import { newTwap, type TwapOrder, type TwapSlice } from '#domain/twap/twap-order.ts'
import { itemSize } from '#local-dynamodb/item-size.ts'
import type { ComplexOrderFilter } from '#ports/orders/complex-order-store.ts'
import type { StopPlace, WatchStore } from '#ports/price-watch/watch-store.ts'
import { cents, contracts, sampleConditional, sampleTarget, trigger } from '#test/domain/contingent/complex-samples.ts'
import { watchedAt } from '#test/support/contingent/watched-at.ts'
import { rounds } from '#test/support/run/plays.ts'
import { freshTable } from '#test/support/store.ts'
import { fullConditional } from '../full-records.ts'
import { NOW, SUBACCOUNT, sampleOrder, USER, uuidAt } from '../samples.ts'

const SVC = 9_007_199_254_740_991
const TRAIL = { amount: cents(5), step: cents(1) }
const SEEN = { price: cents(29), source: 'mid' } as const

const fresh = async () => {
  const { table } = await freshTable()
  return { table, complexOrders: complexOrderStore(table), orders: orderStore(table) }
}

const sample = (n = 1, change: Partial<Conditional> = {}): Conditional => ({
  ...sampleConditional({
    complexOrderId: uuidAt(NOW, 0xc000 + n),
    userId: USER,
    subaccountId: SUBACCOUNT,
    target: sampleTarget({ svcId: SVC }),
  }),
  createdAt: NOW + n,
  ...change,
})

const armed = (n: number, change: Partial<Conditional> = {}) => arm(sample(n, change), contracts(10), null, NOW)

describe('complex orders in the store', () => {
  it('reads back a TWAP with every field set exactly as it was stored, in less than 20 KB with all the slices it can have', async () => {
    const { complexOrders, orders } = await fresh()
    const slices = Array.from(
      { length: 288 },
      (_, n): TwapSlice => ({
        orderId: uuidAt(NOW + n, n),
        qty: contracts(1_000_000 + n),
        tradedQty: contracts(999_999.123_456),
        tradedCost: 10n ** 18n + BigInt(n),
        state: (['open', 'settling', 'watched', 'done'] as const)[n % 4] ?? 'done',
      }),
    )
    const { complexOrderId, userId, subaccountId, subscriberState } = sample()
    const twap: TwapOrder = {
      ...newTwap(
        {
          ...{ complexOrderId, userId, subaccountId, target: sampleTarget({ svcId: SVC }), subscriberState },
          terms: {
            buyFlag: false,
            totalQty: contracts(1e9),
            durationMs: 86_400_000,
            slices: 288,
            limitPrice: cents(45),
            maxSlippage: cents(2),
            randomize: true,
          },
        },
        NOW,
      ),
      status: 'CANCELLED',
      cancelReason: 'user',
      startedAt: NOW + 1,
      slicesDone: 288,
      slices,
      dueAt: NOW + 2,
    }
    const slice = twapSlice(twap, uuidAt(NOW, 99), contracts(5), NOW)
    expect(await complexOrders.save({ newComplexOrders: [twap], newOrders: [slice] })).toBe(true)
    expect(await complexOrders.get(twap.complexOrderId)).toEqual(twap)
    expect(await orders.get(slice.orderId)).toEqual(slice)
    expect(itemSize(toAttributes(complexOrderToRow(twap, 1)))).toBeLessThan(20 * 1024)
    expect((await complexOrders.list(USER, { kind: 'TWAP', status: 'CANCELLED' }, { limit: 5, offset: 0 })).count).toBe(
      1,
    )
  })

  it('reads back one with every field set exactly as it was stored', async () => {
    const { complexOrders } = await fresh()
    const order = { ...fullConditional, target: sampleTarget({ svcId: SVC, shard: 2 }), armedAt: NOW + 4 }
    expect(await complexOrders.save({ newComplexOrders: [order, sample(2)] })).toBe(true)
    expect(await complexOrders.get(order.complexOrderId)).toEqual(order)
    expect(await complexOrders.getAll([sample(2).complexOrderId, order.complexOrderId])).toEqual([sample(2), order])
    expect(await complexOrders.get(uuidAt(NOW, 404))).toBeNull()
  })

  it('an order is stored with its conditional orders or not at all', async () => {
    const { complexOrders, orders } = await fresh()
    const order = sampleOrder({ complexOrderIds: [sample(1).complexOrderId] })
    expect(await complexOrders.save({ newComplexOrders: [sample(2)] })).toBe(true)
    expect(await complexOrders.save({ newOrders: [order], newComplexOrders: [sample(1), sample(2)] })).toBe(false)
    expect(await orders.get(order.orderId)).toBeNull()
    expect(await complexOrders.get(sample(1).complexOrderId)).toBeNull()
    expect(await complexOrders.save({ newOrders: [order], newComplexOrders: [sample(1)] })).toBe(true)
    expect(await orders.get(order.orderId)).toEqual(order)
  })

  it('a trigger and a cancel at the same moment cannot both win', async () => {
    const { complexOrders, orders } = await fresh()
    const stop = armed(1)
    await complexOrders.save({ newComplexOrders: [stop] })
    const placed = sampleOrder()
    const outcomes = await Promise.all([
      complexOrders.save({ changedComplexOrders: [fire(stop, placed.orderId, SEEN, NOW)], newOrders: [placed] }),
      complexOrders.save({ changedComplexOrders: [cancel(stop, 'user', NOW)] }),
      complexOrders.save({
        changedComplexOrders: [fire(stop, uuidAt(NOW, 2), SEEN, NOW)],
        newOrders: [sampleOrder({}, 2)],
      }),
    ])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const stored = await complexOrders.get(stop.complexOrderId)
    const held = await Promise.all([orders.get(placed.orderId), orders.get(uuidAt(NOW, 2))])
    expect(held.filter((order) => order !== null)).toHaveLength(stored?.status === 'TRIGGERED' ? 1 : 0)
    expect(stored?.version).toBe(1)
  })

  it('a changed order names the version it was read at, in the same transaction', async () => {
    const { complexOrders, orders } = await fresh()
    const parent = sampleOrder()
    await complexOrders.save({ newOrders: [parent], newComplexOrders: [sample(1)] })
    await orders.save({ ...parent, lastError: 'somebody was faster' }, [])
    const stale = { changedOrders: [parent], changedComplexOrders: [cancel(sample(1), 'user', NOW)] }
    expect(await complexOrders.save(stale)).toBe(false)
    expect(await complexOrders.get(sample(1).complexOrderId)).toEqual(sample(1))
    expect(await complexOrders.save({ ...stale, changedOrders: [{ ...parent, version: 1 }] })).toBe(true)
  })

  it('lists newest first, by every filter, with the total', async () => {
    const { complexOrders } = await fresh()
    const parent = uuidAt(NOW, 77)
    const all = Array.from({ length: 12 }, (_, n) =>
      sample(n, {
        status: n % 3 === 0 ? 'ACTIVE' : 'PENDING',
        stopPrice: null,
        target: sampleTarget({ svcId: n % 2 === 0 ? SVC : 5 }),
        parentOrderId: n % 4 === 0 ? parent : null,
        subaccountId: n < 6 ? SUBACCOUNT : uuidAt(NOW, 88),
      }),
    )
    const waiting = all
      .filter(({ parentOrderId }) => parentOrderId === parent)
      .map(({ complexOrderId }) => complexOrderId)
    const bought = { ...sampleOrder({ complexOrderIds: waiting }), orderId: parent }
    await complexOrders.save({
      newOrders: [bought],
      newComplexOrders: [...all, sample(99, { userId: uuidAt(NOW, 3), parentOrderId: parent })],
    })
    const newest = [...all].reverse()
    const ask = (filter: ComplexOrderFilter, limit = 100, offset = 0) =>
      complexOrders.list(USER, filter, { limit, offset })
    const where = (keep: (order: Conditional) => boolean) => ({
      complexOrders: newest.filter(keep),
      count: newest.filter(keep).length,
      hasMore: false,
    })
    expect(await ask({}, 5, 3)).toEqual({ complexOrders: newest.slice(3, 8), count: 12, hasMore: true })
    expect(await ask({ status: 'ACTIVE' })).toEqual(where(({ status }) => status === 'ACTIVE'))
    expect(await ask({ svcId: 5, subaccountId: SUBACCOUNT })).toEqual(
      where(({ target, subaccountId }) => targetIds(target).svcId === 5 && subaccountId === SUBACCOUNT),
    )
    expect(await ask({ parentOrderId: parent })).toEqual(where(({ parentOrderId }) => parentOrderId === parent))
    expect(await ask({ kind: 'TWAP' })).toEqual({ complexOrders: [], count: 0, hasMore: false })
    expect(await ask({ customAssetId: parent })).toEqual({ complexOrders: [], count: 0, hasMore: false })
  })

  it('the list of one parent shows its conditional orders and their armed stops, to its user alone', async () => {
    const { complexOrders } = await fresh()
    const parent = uuidAt(NOW, 77)
    const { head, stop } = armStop(
      sample(1, { subtype: 'SL', stopPrice: null, parentOrderId: parent, trigger: trigger({ stopPrice: cents(30) }) }),
      uuidAt(NOW, 0xc0ff),
      contracts(4),
      parent,
      NOW + 50,
    )
    if (stop === null) throw new Error('nothing was armed')
    const bought = { ...sampleOrder({ complexOrderIds: [head.complexOrderId] }), orderId: parent }
    await complexOrders.save({ newOrders: [bought], newComplexOrders: [head, stop] })
    const ask = (userId: string, filter: ComplexOrderFilter = {}, limit = 10, offset = 0) =>
      complexOrders.list(userId, { parentOrderId: parent, ...filter }, { limit, offset })
    expect(await ask(USER)).toEqual({ complexOrders: [stop, head], count: 2, hasMore: false })
    expect(await ask(USER, {}, 1, 1)).toEqual({ complexOrders: [head], count: 2, hasMore: false })
    expect(await ask(USER, {}, 1)).toEqual({ complexOrders: [stop], count: 2, hasMore: true })
    const { createdAt } = head
    expect(await ask(USER, { createdFrom: createdAt, createdBefore: createdAt + 1 })).toMatchObject({ count: 1 })
    expect(await ask(USER, { createdFrom: stop.createdAt + 1 })).toMatchObject({ count: 0 })
    expect(await ask(USER, { status: 'CANCELLED' })).toEqual({ complexOrders: [], count: 0, hasMore: false })
    expect(await ask(uuidAt(NOW, 3))).toEqual({ complexOrders: [], count: 0, hasMore: false })
  })

  it('says the same once the history is tallied, and while tallied ones change', async () => {
    const { table, complexOrders } = await fresh()
    const statuses = ['CANCELLED', 'TRIGGERED', 'CANCELLED', 'TRIGGERED', 'ACTIVE'] as const
    const all = Array.from({ length: 90 }, (_, n) =>
      sample(n, {
        status: n % 7 === 0 ? 'ACTIVE' : (statuses[n % 4] ?? 'ACTIVE'),
        stopPrice: null,
        target: sampleTarget({ svcId: n % 2 === 0 ? SVC : 5 }),
        subaccountId: n % 3 === 0 ? SUBACCOUNT : uuidAt(NOW, 88),
      }),
    )
    await complexOrders.save({ newComplexOrders: all })
    const momentOf = (n: number): number => (all[n]?.createdAt ?? NOW) + (all[n] === undefined ? n : 0)
    const agrees = () =>
      fc.assert(
        fc.asyncProperty(
          fc.record({
            status: fc.option(fc.constantFrom('ACTIVE', 'CANCELLED', 'TRIGGERED'), { nil: undefined }),
            svcId: fc.option(fc.constantFrom(SVC, 5), { nil: undefined }),
            subaccountId: fc.option(fc.constant(SUBACCOUNT), { nil: undefined }),
            kind: fc.option(fc.constantFrom('CONDITIONAL', 'TWAP'), { nil: undefined }),
            createdFrom: fc.option(fc.integer({ min: -1, max: 91 }).map(momentOf), { nil: undefined }),
            createdBefore: fc.option(fc.integer({ min: -1, max: 91 }).map(momentOf), { nil: undefined }),
          }),
          fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat(95) }),
          async (filter, { limit, offset }) => {
            const matching = all
              .filter(({ status }) => filter.status === undefined || filter.status === status)
              .filter(({ target }) => filter.svcId === undefined || filter.svcId === targetIds(target).svcId)
              .filter(({ subaccountId }) => filter.subaccountId === undefined || filter.subaccountId === subaccountId)
              .filter(({ kind }) => filter.kind === undefined || filter.kind === kind)
              .filter(({ createdAt }) => filter.createdFrom === undefined || createdAt >= filter.createdFrom)
              .filter(({ createdAt }) => filter.createdBefore === undefined || createdAt < filter.createdBefore)
              .reverse()
            const [end, count] = [offset + limit, matching.length]
            const expected = { complexOrders: matching.slice(offset, end), count, hasMore: end < count }
            expect(await complexOrders.list(USER, filter, { limit, offset })).toEqual(expected)
          },
        ),
        { numRuns: rounds(40) },
      )
    await extendAggregates({ table, history: COMPLEX_ORDERS, userId: USER }, NOW + 300_000, 20)
    expect(await readAggregates({ table, history: COMPLEX_ORDERS, userId: USER })).toHaveLength(4)
    await agrees()
    for (const [n, one] of all.entries()) {
      if (one.status !== 'ACTIVE') continue
      const cancelled = cancel(one, 'user', NOW + 60)
      expect(await complexOrders.save({ changedComplexOrders: [cancelled] })).toBe(true)
      all[n] = { ...cancelled, version: 1 }
    }
    await agrees()
  })

  it('counts a long history beyond the page, filtered or not', async () => {
    const { table } = await freshTable()
    const complexOrders = complexOrderStore(table)
    const many = Array.from({ length: 2_345 }, (_, n) => sample(n, { status: n % 5 === 0 ? 'CANCELLED' : 'PENDING' }))
    await table.putAll(many.map((order) => complexOrderToRow(order, 0)))
    const newest = [...many].reverse()
    expect(await complexOrders.list(USER, {}, { limit: 3, offset: 0 })).toEqual({
      complexOrders: newest.slice(0, 3),
      count: 2_345,
      hasMore: true,
    })
    const cancelled = newest.filter(({ status }) => status === 'CANCELLED')
    expect(await complexOrders.list(USER, { status: 'CANCELLED' }, { limit: 4, offset: 350 })).toEqual({
      complexOrders: cancelled.slice(350, 354),
      count: cancelled.length,
      hasMore: true,
    })
    expect(await complexOrders.list(USER, {}, { limit: 5, offset: 2_342 })).toEqual({
      complexOrders: newest.slice(2_342),
      count: 2_345,
      hasMore: false,
    })
  })

  it('the armed stops of a market are found, and none of another', async () => {
    const { complexOrders } = await fresh()
    const stops = fc
      .sample(
        fc.tuple(
          fc.boolean(),
          fc.constantFrom('STOP' as const, 'REVERSE_STOP' as const),
          fc.integer({ min: 1, max: 99 }),
        ),
        40,
      )
      .map(([buyFlag, subtype, at], n) =>
        armed(n, { subtype, stopPrice: cents(at), trigger: trigger({ buyFlag }), triggerPriceType: 'LAST' }),
      )
    for (const stop of stops) await complexOrders.save({ newComplexOrders: [stop] })
    const around = armed(100, { target: sampleTarget({ svcId: SVC - 1 }), stopPrice: cents(50) })
    await complexOrders.save({ newComplexOrders: [around] })
    const found = (await complexOrders.armedStops(SVC)).stops
    const expected = stops.map((stop) => ({
      complexOrderId: stop.complexOrderId,
      direction: directionOf(stop),
      stopPrice: stop.stopPrice,
      buyFlag: stop.trigger.buyFlag,
      triggerPriceType: 'LAST',
      trail: null,
      madeAt: stop.createdAt,
      armedAt: stop.createdAt,
    }))
    expect(found).toHaveLength(expected.length)
    expect(found).toEqual(expect.arrayContaining(expected))
  })

  it('armed stops are read page by page, each once', async () => {
    const { complexOrders, table } = await fresh()
    const stops = Array.from({ length: 11 }, (_, n) =>
      armed(n, n % 2 === 0 ? {} : { trigger: trigger({ buyFlag: true }) }),
    )
    await table.putAll(stops.map((stop) => complexOrderToRow(stop, 0)))
    const found: string[] = []
    let after: StopPlace | null = null
    do {
      const page: Awaited<ReturnType<WatchStore['armedPage']>> = await complexOrders.armedPage(SVC, 4, after)
      expect(page.stops.length).toBeLessThanOrEqual(4)
      found.push(...page.stops.map(({ complexOrderId }) => complexOrderId))
      after = page.next
    } while (after !== null)
    expect(found.toSorted()).toEqual(stops.map(({ complexOrderId }) => complexOrderId).toSorted())
  })

  it('stops that earlier versions stored are found once beside new ones, and leave as they fire', async () => {
    const desk = await fresh()
    const stops = Array.from({ length: 12 }, (_, n) =>
      armed(n, { stopPrice: cents(40 + (n % 2) * 10), trail: n % 3 === 0 ? TRAIL : null }),
    )
    const rows = stops.map((stop) => complexOrderToRow(stop, 0))
    const asBefore = rows.map((row, n) => {
      const sort = String(row['ts'])
      return n < 6 ? { ...row, ts: sort.slice(0, n % 3 === 0 ? 23 : 8) } : row
    })
    await desk.table.putAll(asBefore)
    const read = async () => {
      const { stops: all } = await desk.complexOrders.armedStops(SVC)
      return new Map(all.map((stop) => [stop.complexOrderId, stop]))
    }
    const found = await read()
    expect(found.size).toBe(12)
    for (const [n, stop] of stops.entries()) {
      const { complexOrderId, stopPrice, trail, createdAt } = stop
      const age = n < 6 ? { madeAt: null, armedAt: null } : { madeAt: createdAt, armedAt: createdAt }
      expect(found.get(complexOrderId)).toMatchObject({ stopPrice, trail, ...age })
    }
    const [old, young] = [stops[1], stops[7]]
    const versioned = await desk.complexOrders.getAll([old?.complexOrderId ?? '', young?.complexOrderId ?? ''])
    await desk.complexOrders.save({
      changedComplexOrders: versioned.filter(isConditional).map((stop) => cancel(stop, 'user', NOW)),
    })
    expect([...(await read()).keys()].toSorted()).toEqual(
      stops
        .filter((stop) => stop !== old && stop !== young)
        .map(({ complexOrderId }) => complexOrderId)
        .toSorted(),
    )
  })

  it('an armed stop keeps the time at which it was armed, however late, and through every change', async () => {
    const { complexOrders } = await fresh()
    const stops = ([{}, { trigger: trigger({ buyFlag: true }) }] as const).map((change, n) => sample(n, change))
    const read = async () =>
      (await complexOrders.armedStops(SVC)).stops.map(({ madeAt, armedAt }) => ({
        madeAt,
        armedAt,
      }))
    const later = stops.map((stop) => arm(stop, contracts(10), null, stop.createdAt + 9_000_000_000))
    await complexOrders.save({ newComplexOrders: later })
    const reported = stops.map(({ createdAt }) => ({ madeAt: createdAt, armedAt: createdAt + 9_000_000_000 }))
    expect(await read()).toEqual(reported)
    const stored = await complexOrders.getAll(later.map(({ complexOrderId }) => complexOrderId))
    const resized = stored.filter(isConditional).map((stop) => resize(stop, contracts(4), NOW + 9_500_000_000))
    await complexOrders.save({ changedComplexOrders: resized })
    expect(await read()).toEqual(reported)
  })

  it('an order that an earlier version armed counts as armed by its last change, once stored again', async () => {
    const { complexOrders, table } = await fresh()
    const stop = { ...armed(1), armedAt: null }
    await table.putAll([{ ...complexOrderToRow(stop, 0), ts: String(complexOrderToRow(stop, 0)['ts']).slice(0, -1) }])
    const armedAt = async () => (await complexOrders.armedStops(SVC)).stops[0]?.armedAt
    expect(await armedAt()).toBeNull()
    const [stored] = (await complexOrders.getAll([stop.complexOrderId])).filter(isConditional)
    if (stored === undefined) throw new Error('not stored')
    await complexOrders.save({ changedComplexOrders: [resize(stored, contracts(4), NOW + 60_000)] })
    expect(await armedAt()).toBe(NOW + 60_000)
  })

  it('an order that is not armed, or not any more, is not watched', async () => {
    const { complexOrders } = await fresh()
    const stop = armed(1)
    await complexOrders.save({ newComplexOrders: [sample(2), stop, armed(3, { subtype: 'SL', stopPrice: null })] })
    const found = async () => (await complexOrders.armedStops(SVC)).stops
    const { complexOrderId } = stop
    expect(await found()).toEqual([
      {
        complexOrderId,
        direction: 'down',
        stopPrice: cents(30),
        trail: null,
        buyFlag: false,
        triggerPriceType: 'MARK',
        madeAt: stop.createdAt,
        armedAt: stop.createdAt,
      },
    ])
    await complexOrders.save({ changedComplexOrders: [cancel(stop, 'user', NOW)] })
    expect(await found()).toEqual([])
  })

  it('remembers where something is armed, and forgets it only when nothing was armed since', async () => {
    const { complexOrders } = await fresh()
    const watched = { svcId: SVC, exchange: 'EXCHANGE_A', nativeId: 'KXTEST', armedAt: NOW } as const
    await complexOrders.save({ newComplexOrders: [sample(9)] })
    expect(await complexOrders.watched()).toEqual(watchedAt([]))
    await complexOrders.save({ newComplexOrders: [armed(1), armed(2)] })
    expect(await complexOrders.watched()).toEqual(watchedAt([watched]))
    await complexOrders.unwatch({ ...watched, armedAt: NOW - 1 })
    expect(await complexOrders.watched()).toEqual(watchedAt([watched]))
    await complexOrders.unwatch(watched)
    expect(await complexOrders.watched()).toEqual(watchedAt([]))
  })

  it('reads back a stop on a custom asset exactly, which is watched while it is armed, with the order it places', async () => {
    const { table, complexOrders } = await fresh()
    const members = [SVC - 1, SVC].map((svcId, n) => ({
      svcId,
      exchange: n === 0 ? ('EXCHANGE_A' as const) : ('EXCHANGE_B' as const),
      nativeId: `market ${n}`,
    }))
    const { complexOrderId, subtype, stopPrice, triggerPriceType, subscriberState } = sample()
    const request = {
      complexOrderId,
      userId: USER,
      subaccountId: SUBACCOUNT,
      subtype,
      stopPrice,
      triggerPriceType,
      subscriberState,
      parentOrderId: null,
      parentComplexOrderId: null,
      depth: 1,
    }
    const customAssetId = uuidAt(NOW, 0xca)
    const stop = newConditional(
      {
        ...request,
        target: basketTarget(
          { customAssetId, label: { title: 'Rain anywhere', ticker: null }, allocation: 'BEST_PRICE' },
          members,
        ),
        trigger: trigger(),
      },
      NOW,
    )
    const watched = async () => (await complexOrders.armedBaskets(USER, null, 10)).baskets
    await complexOrders.save({ newComplexOrders: [stop] })
    expect(await complexOrders.get(complexOrderId)).toEqual(stop)
    expect(await watched()).toEqual([])
    const waiting = arm(stop, contracts(10), null, NOW + 1)
    await complexOrders.save({ changedComplexOrders: [waiting] })
    expect(await watched()).toEqual([
      {
        complexOrderId,
        allocation: 'BEST_PRICE',
        members,
        trail: null,
        stopPrice,
        direction: 'down',
        buyFlag: false,
        triggerPriceType: 'MARK',
        armedAt: NOW + 1,
      },
    ])
    const armedStop = { ...waiting, version: 1 }
    const basket = triggerOrder(
      armedStop,
      {
        orderId: uuidAt(NOW, 0xb),
        qty: contracts(10),
        entryId: null,
        suspended: false,
        again: 0,
        children: [],
        split: null,
      },
      NOW + 2,
    )
    const fired = fire(armedStop, basket.orderId, SEEN, NOW + 2)
    // Read before it was armed, it can neither fire nor be forgotten.
    const stale = { newOrders: [basket], changedComplexOrders: [{ ...fired, version: 0 }] }
    expect(await complexOrders.save(stale)).toBe(false)
    expect(await watched()).toHaveLength(1)
    expect(await orderStore(table).getBasket(basket.orderId)).toBeNull()
    expect(await complexOrders.save({ newOrders: [basket], changedComplexOrders: [fired] })).toBe(true)
    expect(await complexOrders.get(complexOrderId)).toEqual({ ...fired, version: 2 })
    expect(await orderStore(table).getBasket(basket.orderId)).toEqual(basket)
    expect(basket).toMatchObject({ origin: { kind: 'conditional', complexOrderId }, qty: contracts(10), customAssetId })
    expect(await watched()).toEqual([])
  })

  it('a due order is in the work index, by the earlier of its two dates', async () => {
    const { table, complexOrders, orders } = await fresh()
    const order = sampleOrder({
      dueAt: NOW + 50,
      notifyDueAt: NOW + 20,
      notifiedState: '5 over',
      complexOrderIds: [uuidAt(NOW, 1)],
    })
    const stop = sample(1, { dueAt: NOW + 10 })
    await complexOrders.save({ newOrders: [order], newComplexOrders: [stop, sample(2, { dueAt: null })] })
    expect(await dueWork(table, NOW + 100, 10)).toEqual([
      { kind: 'complex_order', complexOrderId: stop.complexOrderId, dueAt: NOW + 10 },
      { kind: 'order', orderId: order.orderId, dueAt: NOW + 20 },
    ])
    expect(await orders.get(order.orderId)).toEqual(order)
    await orders.save({ ...order, dueAt: null }, [])
    expect(await orders.get(order.orderId)).toMatchObject({ dueAt: null, notifyDueAt: NOW + 20 })
    await orders.save({ ...order, notifyDueAt: null, version: 1 }, [])
    expect(await orders.get(order.orderId)).toMatchObject({ dueAt: NOW + 50, notifyDueAt: null })
  })

  it('an order keeps whose exit it is, who placed it and what hangs on it', async () => {
    const { complexOrders, orders } = await fresh()
    const order = sampleOrder({
      origin: { kind: 'exit', complexOrderId: uuidAt(NOW, 1), entryId: uuidAt(NOW, 2), hasFired: true },
      widened: 3,
      notHeld: contracts(2),
      suspended: true,
      dueAt: null,
      complexOrderIds: [uuidAt(NOW, 3), uuidAt(NOW, 4)],
      notifiedState: '0',
    })
    await complexOrders.save({ newOrders: [order] })
    expect(await orders.get(order.orderId)).toEqual(order)
  })
})
