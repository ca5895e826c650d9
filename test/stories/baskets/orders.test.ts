/** MARKET orders on custom assets: split over their members on both exchanges, sent, added up, and planned again. */

import { describe, expect, it } from 'vitest'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

/** Deep books in the three markets, sold at these prices. */
const askAt = async (a: number, other: number, b: number, depth = 1_000): Promise<void> => {
  await world.at(A).book([[0.1, depth]], [[a, depth]])
  await world.at(A).book([[0.1, depth]], [[other, depth]], OTHER_PARTY)
  await world.at(B).book([[0.1, depth]], [[b, depth]])
}

describe('one question on both exchanges', () => {
  it('is bought at the cheapest levels, fees included, and each leg is an order', async () => {
    await world.at(A).book(
      [[0.4, 100]],
      [
        [0.44, 20],
        [0.46, 100],
      ],
    )
    await world.at(B).book(
      [[0.4, 100]],
      [
        [0.43, 15],
        [0.45, 100],
      ],
    )
    const id = await baskets.place(await baskets.sameBet(), { client_order_id: 'mine' })
    expect(await world.order(id)).toMatchObject({
      status: 'PENDING_SUBMISSION',
      order_type: 'MARKET',
      time_in_force: 'IOC',
      svc_id: null,
      price: null,
      leg_svc_order_ids: [],
      fills: [],
    })
    await world.pass('10s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 50, client_order_id: 'mine', skipped_members: [] })
    const legs = await baskets.legs(id)
    const common = { parent_svc_order_id: id, order_type: 'LIMIT', time_in_force: 'IOC', status: 'EXECUTED' }
    expect(legs).toMatchObject([
      { ...common, svc_id: baskets.svcIdAt(A), qty: 20, price: 0.44, client_order_id: 'mine' },
      { ...common, svc_id: baskets.svcIdAt(B), qty: 30, price: 0.45, client_order_id: 'mine' },
    ])
    expect(
      order.fills
        .map(({ svc_id, price, qty }: { svc_id: number; price: number; qty: number }) => [svc_id, price, qty])
        .sort(),
    ).toEqual(
      [
        [baskets.svcIdAt(A), 0.44, 20],
        [baskets.svcIdAt(B), 0.43, 15],
        [baskets.svcIdAt(B), 0.45, 15],
      ].sort(),
    )
  })

  it('is sold at the best price, never beyond the position in each member', async () => {
    await askAt(0.44, 0.5, 0.44)
    await world.place({ order_type: 'MARKET', price: null, qty: 20, time_in_force: 'IOC' })
    await world.place({ order_type: 'MARKET', price: null, qty: 10, time_in_force: 'IOC', svc_id: baskets.svcIdAt(B) })
    await world.pass('20s')
    await world.at(A).book([[0.4, 100]], [[0.9, 100]])
    await world.at(B).book([[0.42, 100]], [[0.9, 100]])
    const id = await baskets.place(await baskets.sameBet(), { buy_flag: false, qty: 50 })
    await world.pass('20s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 30 })
    expect(order.cancel_reason).toBe('not_filled after 1 round: not_held')
    for (const exchange of [A, B] as const) {
      const position = await heldAt(exchange)
      expect(position, exchange).toBe(0)
    }
    const again = await baskets.place(await baskets.sameBet(), { buy_flag: false, qty: 5 })
    await world.pass('10s')
    expect(await world.order(again)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_held', traded_qty: 0 })
  })

  it('is not sold on a member with a NO position', async () => {
    await askAt(0.44, 0.5, 0.44)
    await world.place({ order_type: 'MARKET', price: null, qty: 20, buy_flag: false, time_in_force: 'IOC' })
    await world.pass('20s')
    expect(await heldAt(A)).toBe(-20)
    const id = await baskets.place(await baskets.sameBet(), { buy_flag: false, qty: 20 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'not_held',
      leg_svc_order_ids: [],
    })
    expect(await heldAt(A)).toBe(-20)
  })

  it('is planned again for the unfilled rest, up to three rounds, near the first price', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 20]])
    await world.at(B).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet())
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED' })
    await world.at(A).book([[0.3, 100]], [])
    await world.at(B).book(
      [[0.3, 100]],
      [
        [0.45, 10],
        [0.5, 100],
      ],
    )
    await world.pass('1s')
    await world.at(B).book(
      [[0.3, 100]],
      [
        [0.46, 10],
        [0.5, 100],
      ],
    )
    await world.pass('10s')
    const order = await baskets.summed(id)
    expect(await baskets.legs(id)).toMatchObject([
      { qty: 20, price: 0.44 },
      { qty: 10, price: 0.45 },
      { qty: 10, price: 0.46 },
    ])
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 40, cancel_reason: 'not_filled after 3 rounds' })
  })

  it('is EXECUTED with its quantity, price and fees before a fill is stored', async () => {
    await askAt(0.5, 0.5, 0.44, 20)
    const hidden = { kind: 'status', status: 503, times: 1e6, method: 'GET' }
    await world.at(A).fault({ ...hidden, path: '/portfolio/fills' })
    await world.at(B).fault({ ...hidden, path: '^/clob/data/trades' })
    const id = await baskets.place(await baskets.sameBet(), { qty: 40 })
    await world.settle()
    const figures = { status: 'EXECUTED', traded_qty: 40, average_price: 0.47 }
    const early = await world.order(id)
    expect(early).toMatchObject({ ...figures, fills_complete: false, fills: [] })
    for (const exchange of [A, B] as const) await world.at(exchange).noFaults()
    await world.pass('30s')
    expect(await baskets.summed(id)).toMatchObject({ ...figures, fills_complete: true, fees_paid: early.fees_paid })
  })

  it('ends with nothing if there is no seller', async () => {
    for (const exchange of [A, B] as const) await world.at(exchange).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet())
    await world.settle()
    const order = await world.order(id)
    expect(order).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'no liquidity',
      traded_qty: 0,
      average_price: null,
    })
    expect(order.skipped_members.map(({ code }: { code: string }) => code)).toEqual(['no_liquidity', 'no_liquidity'])
  })

  it('goes to the other exchange when one refuses an order, and not back', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 50_000]])
    await world.at(B).book([[0.3, 100]], [[0.45, 50_000]])
    // Most of the money there is in the book.
    await world.place({ qty: 20_000, price: 0.4 })
    await world.settle()
    const id = await baskets.place(await baskets.sameBet(), { qty: 10_000 })
    await world.pass('20s')
    const [first, second] = await baskets.legs(id)
    expect(first).toMatchObject({ status: 'REJECTED', reject_code: 'insufficient_balance', qty: 10_000 })
    expect(second).toMatchObject({ status: 'EXECUTED', qty: 10_000, svc_id: baskets.svcIdAt(B) })
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 10_000 })
    expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(A), code: 'rejected' }])
  })

  it('explains why it ended short when its orders were refused', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 90_000]])
    await world.at(B).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet(), { qty: 40_000 })
    await world.pass('20s')
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 0, reject_reason: null })
    expect(order.cancel_reason).toMatch(/^not_filled after 1 round: an order was refused on EXCHANGE_A: /)
  })
})

describe('EQUAL over three bets', () => {
  it('buys the same number of each, each at the price of its own book', async () => {
    await askAt(0.44, 0.6, 0.2)
    const id = await baskets.place(await baskets.threeBets(), { qty: 60 })
    await world.pass('10s')
    expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
    const legs = await baskets.legs(id)
    expect(legs).toHaveLength(3)
    for (const leg of legs) expect(leg).toMatchObject({ qty: 20, traded_qty: 20, status: 'EXECUTED' })
    expect(new Set(legs.map((leg) => leg.average_price))).toEqual(new Set([0.44, 0.6, 0.2]))
  })

  it('plans the rest of each member again, and gives it to no other', async () => {
    await askAt(0.44, 0.6, 0.2)
    await world.at(B).book([[0.1, 100]], [[0.2, 8]])
    const id = await baskets.place(await baskets.threeBets(), { qty: 60 })
    await world.settle()
    await world.at(B).book([[0.1, 100]], [[0.21, 7]])
    await world.pass('20s')
    const order = await baskets.summed(id)
    const onB = (await baskets.legs(id)).filter((leg) => leg.svc_id === baskets.svcIdAt(B))
    expect(onB).toMatchObject([
      { qty: 20, traded_qty: 8 },
      { qty: 12, traded_qty: 7 },
    ])
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 55 })
    expect(order.cancel_reason).toBe('not_filled after 2 rounds: no liquidity')
  })

  it('gives the remainder of a lot to the first member, and skips quantities below a lot', async () => {
    await askAt(0.44, 0.6, 0.2)
    const id = await baskets.place(await baskets.threeBets(), { qty: 10 })
    await world.pass('10s')
    const order = await baskets.summed(id)
    // EXCHANGE_B takes no order below five contracts.
    expect(order).toMatchObject({
      status: 'CANCELLED',
      skipped_members: [{ svc_id: baskets.svcIdAt(B), code: 'below_minimum' }],
    })
    expect((await baskets.legs(id)).map((leg) => leg.qty).sort()).toEqual([3.33, 3.34])
  })
})

describe('a member that cannot be traded', () => {
  it('is skipped and named when its market is closed', async () => {
    await askAt(0.44, 0.6, 0.2)
    await world.at(A).status('closed', OTHER_PARTY)
    await world.syncMarkets()
    const id = await baskets.place(await baskets.threeBets(), { qty: 40 })
    await world.pass('10s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
    expect(order.skipped_members).toEqual([
      { svc_id: baskets.svcIdAt(A, OTHER_PARTY), code: 'market_closed', reason: 'The market is closed.' },
    ])
  })

  it('is skipped when its exchange does not answer', async () => {
    await askAt(0.44, 0.6, 0.2)
    const asset = await baskets.threeBets()
    await world.at(B).fault({ method: 'GET', path: '^/clob/book', kind: 'status', status: 500, times: 1e6 })
    const id = await baskets.place(asset, { qty: 40 })
    await world.pass('10s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
    expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(B), code: 'exchange_unavailable' }])
  })

  it('is skipped if its exchange has paused; if all have, the order waits as long as allowed', async () => {
    await askAt(0.44, 0.6, 0.2)
    const bet = await baskets.makeAsset([baskets.svcIdAt(A)], 'BEST_PRICE')
    await world.at(A).mode('exchange_paused')
    const [both, waits, late] = [
      await baskets.place(await baskets.sameBet(), { qty: 40 }),
      await baskets.place(bet, { qty: 10 }),
      await baskets.place(bet, { qty: 11 }),
    ]
    await world.delete(`/v1/orders/${late}`)
    await world.pass('10s')
    expect(await baskets.summed(both)).toMatchObject({
      status: 'EXECUTED',
      skipped_members: [{ svc_id: baskets.svcIdAt(A), code: 'exchange_paused' }],
    })
    expect(await world.order(waits)).toMatchObject({
      status: 'PENDING_SUBMISSION',
      last_error: 'EXCHANGE_A has paused trading.',
    })
    await world.at(A).mode('open')
    await world.pass('30s')
    expect(await baskets.summed(waits)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await world.order(late)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
  })

  it('ends the order after thirty seconds when no exchange answers', async () => {
    await askAt(0.44, 0.6, 0.2)
    await world.at(A).mode('exchange_paused')
    const id = await baskets.place(await baskets.makeAsset([baskets.svcIdAt(A)], 'EQUAL'))
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'too_late',
      leg_svc_order_ids: [],
    })
    await world.at(A).mode('open')
  })

  it('is skipped without credentials; the order is refused only if no member is left', async () => {
    await askAt(0.44, 0.6, 0.2)
    const asset = await baskets.sameBet()
    await world.delete(`/v1/subaccounts/${world.hero.subaccountId}/credentials/${B}`)
    const id = await baskets.place(asset, { qty: 10 })
    await world.pass('10s')
    expect(await baskets.summed(id)).toMatchObject({
      status: 'EXECUTED',
      skipped_members: [{ svc_id: baskets.svcIdAt(B), code: 'credentials_missing' }],
    })
    await world.pass('5m', 20)
    await world.delete(`/v1/subaccounts/${world.hero.subaccountId}/credentials/${A}`)
    const refused = await baskets.order(asset)
    expect(refused).toMatchObject({ status: 409, body: { code: 'credentials_missing' } })
  })
})

describe('a cancel', () => {
  it('a cancel before the first plan ends the order at once, and no leg is sent', async () => {
    await askAt(0.44, 0.6, 0.2)
    const id = await baskets.place(await baskets.sameBet())
    expect((await world.delete(`/v1/orders/${id}`)).body).toEqual({
      cancelled_svc_order_ids: [id],
      failed_cancelled_reasons: {},
    })
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', leg_svc_order_ids: [] })
    expect((await world.delete(`/v1/orders/${id}`)).body.failed_cancelled_reasons).toEqual({
      [id]: 'The order is already CANCELLED.',
    })
  })

  it('a cancel between rounds keeps the fills and plans no more', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 20]])
    await world.at(B).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet())
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.at(B).book([[0.3, 100]], [[0.44, 100]])
    await world.pass('20s')
    expect(await baskets.summed(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 20 })
    expect(await baskets.legs(id)).toHaveLength(1)
  })

  it('a cancel ends planned, unsent orders too', async () => {
    await askAt(0.44, 0.6, 0.2)
    world.queues.copies = (message) => (message.queue === 'execute-order' ? 0 : 1)
    const id = await baskets.place(await baskets.threeBets(), { qty: 60 })
    await world.settle()
    world.queues.copies = () => 1
    await world.delete(`/v1/orders/${id}`)
    await world.settle()
    expect(await baskets.summed(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
    for (const leg of await baskets.legs(id)) expect(leg).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
  })

  it('a cancel-all reaches it too, and a cancel of one market only its order there', async () => {
    await askAt(0.44, 0.6, 0.2)
    const ids = [await baskets.place(await baskets.sameBet()), await baskets.place(await baskets.threeBets())]
    const reply = await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(reply.body.cancelled_svc_order_ids.sort()).toEqual(ids.sort())
    await world.pass('20s')
    for (const id of ids)
      expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'cancel_all', traded_qty: 0 })

    world.queues.copies = (message) => (message.queue === 'execute-order' ? 0 : 1)
    const id = await baskets.place(await baskets.threeBets(), { qty: 60 })
    await world.settle()
    world.queues.copies = () => 1
    const svcId = baskets.svcIdAt(A, OTHER_PARTY)
    const [leg] = (await baskets.legs(id)).filter((one) => one.svc_id === svcId)
    const one = await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId, svc_id: svcId })
    expect(one.body.cancelled_svc_order_ids).toEqual([leg.svc_order_id])
    await world.pass('40s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 40 })
    expect(order.skipped_members).toMatchObject([{ svc_id: svcId, code: 'cancelled' }])
  })

  it('a watermark cancel that did not see the order stops its next round', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 20]])
    await world.at(B).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet())
    await world.settle()
    const subaccount = await world.ports.subaccounts.get(world.hero.userId, world.hero.subaccountId)
    if (subaccount === null) throw new Error('no subaccount')
    const cancelledAt = world.time.now
    await world.ports.subaccounts.save({ ...subaccount, cancelBefore: cancelledAt, cancelReason: 'dead_mans_switch' })
    await world.at(B).book([[0.3, 100]], [[0.44, 100]])
    await world.pass('20s')
    expect(await baskets.summed(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'dead_mans_switch',
      cancel_requested_at: new Date(cancelledAt).toISOString(),
      traded_qty: 20,
    })
  })
})

describe('a halt of trading', () => {
  it('stops the next round of a purchase, and no sale', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 20]])
    await world.at(B).book([[0.3, 100]], [])
    const id = await baskets.place(await baskets.sameBet())
    await world.settle()
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: true })
    await world.at(B).book([[0.3, 100]], [[0.44, 100]])
    await world.pass('20s')
    expect(await baskets.summed(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'trading_halted',
      traded_qty: 20,
    })
    const sale = await baskets.place(await baskets.sameBet(), { buy_flag: false, qty: 20 })
    await world.pass('20s')
    expect(await baskets.summed(sale)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })
})

describe('a settlement that fails on EXCHANGE_B', () => {
  it('a failed settlement takes its part back: an executed order becomes CANCELLED with the rest', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 20]])
    await world.at(B).book([[0.3, 100]], [[0.44, 100]])
    await world.at(B).mode('settlement_fails')
    const id = await baskets.place(await baskets.sameBet())
    await world.pass('2s')
    await world.pass('90s')
    await world.at(B).mode('open')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', cancel_reason: 'settlement_failed' })
    const onA = (await baskets.legs(id)).filter((leg) => leg.svc_id === baskets.svcIdAt(A))
    expect(order.traded_qty).toBe(onA.reduce((sum, leg) => sum + leg.traded_qty, 0))
    expect(order.fills.some(({ status }: { status: string }) => status === 'REVERSED')).toBe(true)
  })
})

/** The holding in the story's market, as the exchange reports it. */
const heldAt = async (exchange: typeof A | typeof B): Promise<number> => {
  const ledger = await world.at(exchange).ledger()
  const account = ledger.accounts.find(({ id }: { id: string }) => id === 'story')
  const positions: ReadonlyArray<{ market: string; position: number }> = account?.positions ?? []
  return positions
    .filter(({ market }) => market === world.at(exchange).market)
    .reduce((sum, { position }) => sum + position, 0)
}
