/** News that a poll derives from the exchange's report of orders and trades, and its additional questions. */

import { describe, expect, it } from 'vitest'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { fillStore } from '#adapters/store/portfolio/fills.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import { DAY, MINUTE, SECOND } from '#domain/kernel/time.ts'
import { type ChildObservations, NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { Order } from '#domain/orders/order.ts'
import type { OrderRef, OrderReport } from '#domain/orders/send/order-report.ts'
import { applyStatusReport } from '#domain/orders/transitions/apply-status-report.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { NOW, SUBACCOUNT, sampleAttempt, sampleOrder } from '#test/adapters/store/samples.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { matchAccountReport } from '#use-cases/reconcile/matching/match-account-report.ts'
import { toExternal } from '#use-cases/reconcile/trades/record-external-fills.ts'

const MARKET = sampleOrder().nativeId

/** The exchange knows an order by the identity that is its id behind `ours-`. */
const report = (exchangeOrderId: string, change: Partial<OrderReport> = {}): OrderReport => ({
  exchangeOrderId,
  identity: null,
  state: 'live',
  filledQty: qty(0),
  ...change,
})

/** One that rests under that id of its exchange. */
const resting = (exchangeOrderId: string, n = 1, change: Partial<Order> = {}): Order =>
  applyStatusReport(sampleOrder({ attempt: sampleAttempt([]), ...change }, n), report(exchangeOrderId), NOW)

const fill = (exchangeOrderId: string, change: Partial<FillReport> = {}): FillReport => ({
  fillId: `fill of ${exchangeOrderId}`,
  tradeId: 'trade',
  exchangeOrderId,
  nativeId: MARKET,
  at: NOW,
  price: price(420_000),
  qty: qty(10 * ONE),
  fee: money(0),
  buyFlag: true,
  isMaker: true,
  status: 'FINAL',
  ...change,
})

const openDesk = async (exchange: ExchangeName) => {
  const { table } = await memoryTable()
  const orders = orderStore(table)
  const fills = fillStore(table)
  /** Exchange reports of single orders: none unless the test adds it here. */
  const reported = new Map<string, OrderReport | 'away'>()
  const sighted = new Map<string, ChildObservations>()
  const requested: string[] = []
  let since = 0
  const match = (
    live: readonly Order[],
    traded: readonly FillReport[],
    open: readonly OrderReport[] = [],
    { now = NOW, poll = 0 } = {},
  ) => {
    const sources = {
      deps: { orders, fills, log: SILENT_LOG },
      exchange: {
        name: exchange,
        orderIdOf: (identity: string) => (identity.startsWith('ours-') ? identity.slice(5) : null),
        order: async (_: unknown, ref: OrderRef) => {
          requested.push(ref.exchangeOrderId)
          since = ref.since
          const report = reported.get(ref.exchangeOrderId) ?? null
          if (report === 'away') throw new ExchangeUnavailable(exchange, 'away')
          const childObservations = sighted.get(ref.exchangeOrderId)
          return { report, ...(childObservations === undefined ? {} : { childObservations }) }
        },
      },
      exchangeAccount: { accountKey: 'account', secrets: {} },
      signal: AbortSignal.timeout(60_000),
      subaccountId: SUBACCOUNT,
      now,
      poll,
    }
    return matchAccountReport(sources, live, traded, open)
  }
  return { orders, fills, told: reported, sighted, asked: requested, askedSince: () => since, match }
}

const NOTHING = { orders: [], external: [], unplaced: false, pollAgainIn: null }

describe('a live order', () => {
  it('is no news, and is not asked about, while its book shows it as it is known', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    const order = resting('a')
    const open = [report('a', { identity: `ours-${order.orderId}` })]
    expect(await match([order], [], open)).toEqual(NOTHING)
    expect(asked).toEqual([])
  })

  it.each<Partial<OrderReport>>([{ state: 'ended' }, { filledQty: qty(1) }])('is news by %o', async (change) => {
    const { match } = await openDesk('EXCHANGE_A')
    const news = report('a', change)
    expect((await match([resting('a')], [], [news])).orders).toMatchObject([{ report: news, traded: [] }])
  })

  it('is asked about if its book shows it no more, unless its fills make it full', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    await match([resting('a')], [fill('a')])
    expect(asked).toEqual([])
    await match([resting('a')], [])
    await match([resting('a')], [fill('a', { status: 'REVERSED' })])
    const half = { qty: qty(5 * ONE) }
    await match([resting('a')], [fill('a', half), fill('a', half)])
    expect(asked).toEqual(['a', 'a', 'a'])
    await match([resting('a')], [fill('a', half), fill('a', { ...half, fillId: 'another' })])
    expect(asked).toHaveLength(3)
  })

  it('and a trade are asked about from a minute before they were made: clocks may differ', async () => {
    const { match, askedSince } = await openDesk('EXCHANGE_A')
    await match([resting('a', 1, { createdAt: NOW - DAY })], [])
    expect(askedSince()).toBe(NOW - DAY - MINUTE)
    await match([], [fill('b')])
    expect(askedSince()).toBe(NOW - MINUTE)
  })

  it('has the trades of the order that it has replaced', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    const replaced = { exchangeOrderIds: ['old'], attempts: 1, filledQty: qty(0), cost: 0n, fees: money(0) }
    const order = { ...resting('new'), replaced }
    const { orders } = await match([order], [fill('old')], [report('new')])
    expect(orders).toMatchObject([{ orderId: order.orderId, traded: [fill('old')] }])
    expect(asked).toEqual([])
  })

  it('keeps its own news beside a trade of another order under its identity', async () => {
    const { match, told } = await openDesk('EXCHANGE_A')
    const order = resting('a')
    const ended = report('a', { state: 'ended' })
    told.set('a', ended)
    told.set('other', report('other', { identity: `ours-${order.orderId}` }))
    expect((await match([order], [fill('other')])).orders).toMatchObject([{ report: ended, traded: [fill('other')] }])
  })

  it('with a watched send is asked about after its book shows a part of it', async () => {
    const { match, asked } = await openDesk('EXCHANGE_B')
    const lost = sampleOrder({ exchange: 'EXCHANGE_B', watchUntil: NOW, attempt: sampleAttempt(['a', 'b']) })
    await match([lost], [])
    expect(asked).toEqual([])
    await match([lost], [], [report('b')])
    await match([{ ...resting('a'), attempt: lost.attempt, watchUntil: NOW }], [])
    expect(asked).toEqual(['a+b', 'a'])
  })

  it('is not over, nor is a part of it missing, while its book shows a part', async () => {
    const { match, told, sighted } = await openDesk('EXCHANGE_B')
    const order = resting('a+b', 1, { exchange: 'EXCHANGE_B', attempt: sampleAttempt(['a', 'b']) })
    told.set('a+b', report('a+b', { state: 'ended' }))
    expect(await match([order], [], [report('a')])).toEqual(NOTHING)
    expect((await match([order], [])).orders).toMatchObject([{ report: { state: 'ended' } }])
    told.delete('a+b')
    const missing = { killed: [], missing: [{ id: 'b', since: NOW }] }
    sighted.set('a+b', missing)
    expect(await match([order], [], [report('a')])).toEqual(NOTHING)
    expect((await match([order], [])).orders).toMatchObject([{ report: null, childObservations: missing }])
    sighted.set('a+b', NO_CHILD_OBSERVATIONS)
    expect(await match([order], [])).toEqual(NOTHING)
  })
})

describe('very many live orders that no book shows', () => {
  const live = Array.from({ length: 300 }, (_, n) => resting(`id-${n}`, n + 1))

  it('are asked about two hundred a poll, others in the next poll, at once', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    expect(await match(live, [], [], { poll: 0 })).toMatchObject({ pollAgainIn: SECOND })
    expect(asked).toHaveLength(200)
    await match(live, [], [], { poll: 1 })
    expect(new Set(asked).size).toBe(300)
  })

  it('do not delay the question about a trade', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    await match(live, [fill('theirs')])
    expect(asked).toContain('theirs')
  })

  it('are not asked about for ten seconds after some failures', async () => {
    const { match, asked, told } = await openDesk('EXCHANGE_A')
    for (const { exchangeOrderId } of live) told.set(exchangeOrderId ?? '', 'away')
    expect(await match(live, [])).toMatchObject({ orders: [], pollAgainIn: 10 * SECOND })
    expect(asked.length).toBeLessThan(10)
  })
})

describe('a trade of an order that is not held as live', () => {
  it('belongs to an order of ours if the exchange shows its identity, and to none if it shows another', async () => {
    const { match, told } = await openDesk('EXCHANGE_A')
    const { orderId } = sampleOrder()
    const mine = report('mine', { identity: `ours-${orderId}` })
    told.set('mine', mine)
    told.set('theirs', report('theirs', { identity: 'by hand' }))
    told.set('nameless', report('nameless'))
    expect(await match([], [fill('mine'), fill('theirs'), fill('nameless')])).toEqual({
      ...NOTHING,
      orders: [{ orderId, report: mine, childObservations: undefined, traded: [fill('mine')] }],
      external: [fill('theirs'), fill('nameless')],
    })
  })

  it('is not asked about if the book shows the order', async () => {
    const { match, asked } = await openDesk('EXCHANGE_A')
    const { orderId } = sampleOrder()
    const open = [report('mine', { identity: `ours-${orderId}` }), report('theirs', { identity: 'by hand' })]
    const { orders, external } = await match([], [fill('mine'), fill('theirs')], open)
    expect(orders).toMatchObject([{ orderId, report: open[0] }])
    expect([external, asked]).toEqual([[fill('theirs')], []])
  })

  it('waits ten minutes for an order that the exchange shows nowhere, and a day for an awaited one', async () => {
    const { match } = await openDesk('EXCHANGE_A')
    const [unplaced, external] = [
      { ...NOTHING, unplaced: true },
      { ...NOTHING, external: [fill('x')] },
    ]
    const awaited = sampleOrder({ sendState: 'unknown', attempt: sampleAttempt([]) })
    const elsewhere = sampleOrder({ sendState: 'unknown', attempt: sampleAttempt([]), nativeId: 'another market' })
    expect(await match([], [fill('x')], [], { now: NOW + 10 * MINUTE })).toEqual(unplaced)
    for (const live of [[], [elsewhere], [resting('a')]])
      expect(await match(live, [fill('x')], [], { now: NOW + 10 * MINUTE + 1 })).toEqual(external)
    expect(await match([awaited], [fill('x')], [], { now: NOW + DAY })).toEqual(unplaced)
    expect(await match([awaited], [fill('x')], [], { now: NOW + DAY + 1 })).toEqual(external)
  })

  it('waits while the exchange does not report the order', async () => {
    const { match, told } = await openDesk('EXCHANGE_A')
    told.set('x', 'away')
    expect(await match([], [fill('x')], [], { now: NOW + DAY + 1 })).toEqual({
      ...NOTHING,
      unplaced: true,
      pollAgainIn: 10 * SECOND,
    })
  })

  it('is not asked about after a trade of the same order is stored', async () => {
    const { match, asked, fills } = await openDesk('EXCHANGE_A')
    const account = { subaccountId: SUBACCOUNT, exchange: 'EXCHANGE_A' } as const
    await fills.recordExternal([toExternal(account, fill('x'))], NOW)
    const next = fill('x', { fillId: 'next', at: NOW + 1 })
    expect(await match([], [fill('x'), next])).toEqual({ ...NOTHING, external: [fill('x'), next] })
    expect(asked).toEqual([])
  })

  it('belongs to the order that has claimed its id, if the exchange shows no identity', async () => {
    const { match, asked, orders } = await openDesk('EXCHANGE_B')
    const { orderId } = sampleOrder()
    await orders.claimExchangeIds('EXCHANGE_B', ['mine'], orderId)
    const { orders: news, external } = await match([], [fill('mine'), fill('theirs')])
    expect(news).toEqual([{ orderId, report: null, childObservations: undefined, traded: [fill('mine')] }])
    expect([external, asked]).toEqual([[fill('theirs')], []])
  })
})

it('news come in the order of their first trades, and news without a trade come last', async () => {
  const { match } = await openDesk('EXCHANGE_A')
  const live = ['none', 'late', 'b', 'a'].map((id, n) => resting(id, n + 1))
  const traded = [
    fill('late', { at: NOW + 2 }),
    fill('b', { at: NOW + 5, fillId: 'later' }),
    fill('b', { at: NOW + 1 }),
    fill('a', { at: NOW + 1 }),
  ]
  for (const reports of [traded, traded.toReversed()]) {
    const { orders } = await match(live, reports, [report('none', { state: 'ended' })])
    const ids = orders.map(({ traded: those }) => those[0]?.exchangeOrderId)
    expect(ids).toEqual(['a', 'b', 'late', undefined])
  }
})

describe('a given-up order of EXCHANGE_B on the book', () => {
  const open = async () => {
    const desk = await openDesk('EXCHANGE_B')
    const order = sampleOrder({ exchange: 'EXCHANGE_B', status: 'CANCELLED', attempt: sampleAttempt(['a', 'b']) })
    await desk.orders.create(order)
    await desk.orders.claimExchangeIds('EXCHANGE_B', ['a', 'b'], order.orderId)
    return { ...desk, order }
  }

  it('is asked about with all of its parts, and is news', async () => {
    const { match, told, order } = await open()
    const whole = report('a+b')
    told.set('a+b', whole)
    expect((await match([], [], [report('b'), report('by hand')])).orders).toMatchObject([
      { orderId: order.orderId, report: whole },
    ])
  })

  it.each<Partial<Order>>([{ status: 'PROCESSING' }, { status: 'EXECUTED', exchangeState: 'ended' }])(
    'does not include an order with %o',
    async (change) => {
      const { match, asked, orders } = await openDesk('EXCHANGE_B')
      const order = sampleOrder({ exchange: 'EXCHANGE_B', attempt: sampleAttempt(['a']), ...change })
      await orders.create(order)
      await orders.claimExchangeIds('EXCHANGE_B', ['a'], order.orderId)
      expect(await match([], [], [report('a')])).toEqual(NOTHING)
      expect(asked).toEqual([])
    },
  )

  it('does not delay the news of other orders while the exchange does not report it', async () => {
    const { match, told } = await open()
    told.set('a+b', 'away')
    const other = resting('c', 2, { exchange: 'EXCHANGE_B' })
    const { orders, pollAgainIn } = await match([other], [], [report('a'), report('c', { filledQty: qty(ONE) })])
    expect(orders).toMatchObject([{ orderId: other.orderId }])
    expect(pollAgainIn).toBe(10 * SECOND)
  })
})
