/** Orders sent through the adapter to the simulated EXCHANGE_B. */

import { afterEach, describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { delayed, NEG_RISK, protocolV2, START } from '#simulators/test/polymarket/simulated.ts'
import { adapterFor, anySignal, type Desk, MARKET, openDesk } from '../desk.ts'

const OTHER = '019aa5a0-0000-7000-8000-000000000002'

let desk: Desk

afterEach(() => desk.simulated.close())

describe('a submitted order', () => {
  it('rests under the id that was known before, and is found by it', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    const { identity } = order.attempt
    expect(identity).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await desk.submit(order)).toEqual({
      kind: 'accepted',
      order: { exchangeOrderId: identity, identity, state: 'live', filledQty: 0 },
    })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live', filledQty: 0 } })
    expect(await desk.order(identity)).toMatchObject({ exchangeOrderId: identity, state: 'live' })
    expect(await desk.exchange.openOrders(desk.account, anySignal())).toEqual([
      { exchangeOrderId: identity, identity: null, state: 'live', filledQty: 0 },
    ])
    expect((await desk.truth()).orders).toMatchObject([
      { id: identity, buy_flag: true, price: 0.4, qty: 10, status: 'resting' },
    ])
  })

  it.each(['ann', 'bob', 'cleo', 'dan'] as const)('is signed as the wallet of %s asks for', async (as) => {
    desk = await openDesk({ as })
    for (const [attempt, market] of [MARKET, NEG_RISK.conditionId, protocolV2().conditionId].entries()) {
      expect(await desk.submit(await desk.prepared({ nativeId: market }, attempt + 1))).toMatchObject({
        kind: 'accepted',
      })
    }
    expect((await desk.truth()).orders).toHaveLength(3)
  })

  it('a post-only order rests if it does not cross, and is refused with its own reason if it does', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    expect(await desk.submit(await desk.prepared({ postOnly: true }))).toMatchObject({
      kind: 'rejected',
      code: 'would_cross',
      reason: 'The order is post_only and would have traded at once: it was not placed.',
    })
    expect(await desk.submit(await desk.prepared({ postOnly: true, price: price(390_000) }, 2))).toMatchObject({
      kind: 'accepted',
      order: { state: 'live', filledQty: 0 },
    })
    expect((await desk.truth()).orders).toHaveLength(1)
  })

  it('a crossing order has filled, and its fill is reported in YES terms with its market’s fee', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 100]] })
    const order = await desk.prepared()
    expect(await desk.submit(order)).toMatchObject({ order: { state: 'ended', filledQty: 10_000_000 } })
    const { fills, asOf } = await desk.exchange.fillsSince(desk.account, START - 1, anySignal())
    expect(asOf).toBe(START - 60_000)
    const [true_] = (await desk.truth()).fills
    expect(fills).toMatchObject([
      {
        fillId: expect.stringMatching(new RegExp(`:${order.attempt.identity.slice(2, 18)}$`)),
        exchangeOrderId: order.attempt.identity,
        nativeId: MARKET,
        at: START,
        price: 400_000,
        qty: 10_000_000,
        buyFlag: true,
        isMaker: false,
        status: 'PROVISIONAL',
        fee: Math.round((true_?.fee ?? 0) * 1e6),
      },
    ])
    expect(fills[0]?.fee).toBeGreaterThan(0)
  })

  it.each(['decimal', 'base'] as const)(
    'that crosses in part rests with the rest: amounts in %s units',
    async (units) => {
      desk = await openDesk({ amountUnits: units })
      await desk.book({ asks: [[0.4, 4]] })
      expect(await desk.submit(await desk.prepared())).toMatchObject({ order: { state: 'live', filledQty: 4_000_000 } })
    },
  )

  it('is refused in words when money is missing, and nothing rests', async () => {
    desk = await openDesk()
    const order = await desk.prepared({ qty: qty(9_000_000_000) })
    expect(await desk.submit(order)).toMatchObject({
      kind: 'rejected',
      code: 'insufficient_balance',
      reason: expect.stringContaining('approve'),
    })
    expect((await desk.truth()).orders).toEqual([])
  })

  it('is refused as too small in dollars when it would trade at once', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.1, 100]] })
    expect(await desk.submit(await desk.prepared({ qty: qty(5_000_000), price: price(100_000) }))).toMatchObject({
      kind: 'rejected',
      code: 'value_below_minimum',
    })
  })

  it('sent twice is one order: the second answer finds the first', async () => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.submit(order)
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live' } })
    expect((await desk.truth()).orders).toHaveLength(1)
  })

  it('held back by its market is live until it trades or rests', async () => {
    desk = await openDesk()
    const market = delayed()
    await desk.book({ asks: [[0.4, 10]], market: market.conditionId })
    const order = await desk.prepared({ nativeId: market.conditionId })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live', filledQty: 0 } })
    expect(await desk.cancel(order.attempt.identity)).toMatchObject({
      kind: 'later',
      reason: expect.stringContaining('holds the order back'),
      retryAfterMs: 1_000,
    })
    await desk.simulated.pass(market.secondsDelay * 1_000 + 1_000)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'ended', filledQty: 10_000_000 } })
  })

  it.each([
    ['cancel_only', null],
    ['disabled', null],
    ['restart', 1_000],
    ['post_only', 120_000],
  ])('waits while the exchange is %s, and goes when it opens', async (mode, retryAfterMs) => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.simulated.control('mode', { mode })
    expect(await desk.submit(order)).toMatchObject({ kind: 'later', retryAfterMs })
    await desk.simulated.control('mode', { mode: 'open' })
    await desk.simulated.pass(121_000)
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
  })

  it('is looked up after a 425, which only a second try confirms', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 4]] })
    const order = await desk.prepared()
    await desk.fault({ kind: 'drop_after', status: 425 })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live', filledQty: 4_000_000 } })
    await desk.simulated.control('mode', { mode: 'restart' })
    const later = { kind: 'later', refusing: 'exchange_paused' }
    const other = await desk.prepared({}, 2)
    expect(await desk.submit(other)).toMatchObject({ ...later, isUnproven: true })
    const { attempt } = other
    const again = { ...other, attempt: { ...attempt, lastSentAt: attempt.firstSentAt + 1 } }
    const confirmed = await desk.submit(again)
    expect(confirmed).toMatchObject(later)
    expect(confirmed).not.toHaveProperty('isUnproven')
  })

  it.each([
    ['geoblock', /Trading restricted in your region/],
    ['html_403', /status 403, Attention Required! \| Cloudflare/],
    ['bare_403', /status 403\)/],
    ['bare_418', /status 418\)/],
    ['bare_451', /status 451\)/],
  ])('waits while the exchange accepts no orders, in mode %s, and is sent afterwards', async (mode, words) => {
    desk = await openDesk()
    const order = await desk.prepared()
    await desk.simulated.control('mode', { mode })
    expect(await desk.submit(order)).toMatchObject({
      kind: 'later',
      refusing: 'exchange_refuses',
      reason: expect.stringMatching(words),
    })
    expect((await desk.truth()).orders).toEqual([])
    await desk.simulated.control('mode', { mode: 'open' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
  })

  it('waits if the address does not answer', async () => {
    desk = await openDesk()
    const nowhere = adapterFor({ clob: 'http://127.0.0.1:9', gamma: '', data: '', relayer: '', site: '' }, () => START)
    const order = await desk.prepared()
    expect(await nowhere.submit(desk.account, order, anySignal())).toMatchObject({ kind: 'later' })
  })
})

describe('an order that expires', () => {
  it('goes out with its expiry when that is far enough ahead, and ends at its time', async () => {
    desk = await openDesk()
    const expiresAt = START + 300_500
    const order = await desk.prepared({ timeInForce: 'GTD', expiresAt })
    await desk.placed(order)
    const row = (await desk.simulated.call('GET', `/data/order/${order.attempt.identity}`)).body
    expect(row).toMatchObject({ order_type: 'GTD', expiration: String(START / 1_000 + 301 + 60) })
    await desk.simulated.pass(300_500)
    expect(await desk.lookUp(order)).toMatchObject({ order: { state: 'live' } })
    await desk.simulated.pass(500)
    expect((await desk.truth()).orders).toMatchObject([{ status: 'canceled' }])
  })

  it('sooner than the exchange allows goes out without, under the same id', async () => {
    desk = await openDesk()
    const order = await desk.prepared({ timeInForce: 'GTD', expiresAt: START + 60_000 })
    await desk.placed(order)
    const row = (await desk.simulated.call('GET', `/data/order/${order.attempt.identity}`)).body
    expect(row).toMatchObject({ order_type: 'GTC', expiration: '0' })
  })
})

describe('an order that acts at once', () => {
  it('buys the available shares and leaves nothing on the book', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.38, 4]] })
    expect(await desk.submit(await desk.prepared({ timeInForce: 'IOC' }))).toMatchObject({
      kind: 'accepted',
      order: { state: 'ended', filledQty: 4_000_000 },
    })
    expect((await desk.truth()).orders).toMatchObject([{ filled_qty: 4, status: 'canceled' }])
  })

  it('sells the available shares and leaves nothing on the book', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    await desk.book({ bids: [[0.45, 4]] })
    const order = await desk.prepared({ timeInForce: 'IOC', buyFlag: false })
    expect(await desk.submit(order)).toMatchObject({ order: { state: 'ended', filledQty: 4_000_000 } })
    expect((await desk.truth()).positions).toMatchObject([{ yes: 16, no: 0 }])
  })

  it('an order reported as matched, without an amount, is looked up', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    const order = await desk.prepared({ timeInForce: 'IOC', buyFlag: false })
    const body = { success: true, orderID: order.attempt.identity, errorMsg: '', status: 'matched', makingAmount: '' }
    await desk.fault({ kind: 'status', status: 200, body })
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
  })

  it('a resting order has not ended while a read shows it on the book, whatever the cancel’s answer', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.4, 3]] })
    const order = await desk.prepared({ timeInForce: 'IOC' })
    const body = { canceled: [order.attempt.identity], not_canceled: {} }
    await desk.fault({ method: 'DELETE', path: '/clob/order', kind: 'status', status: 200, body })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live', filledQty: 3_000_000 } })
  })

  it('is reported with the cost of its trades in YES terms, whatever it was sent as', async () => {
    desk = await openDesk()
    await desk.book({ bids: [[0.4, 100]], asks: [[0.44, 100]] })
    const bought = await desk.submit(await desk.prepared({ timeInForce: 'IOC', price: price(500_000) }))
    const cost = (at: number) => BigInt(at) * 10_000_000n
    expect(bought).toMatchObject({ order: { filledQty: 10_000_000, traded: { cost: cost(440_000), fees: 98_560 } } })
    // The wallet holds no shares yet, so the sale buys NO at 1 − 0.40.
    const sold = await desk.submit(await desk.prepared({ orderId: OTHER, timeInForce: 'IOC', buyFlag: false }))
    expect(sold).toMatchObject({ order: { filledQty: 10_000_000, traded: { cost: cost(400_000), fees: 96_000 } } })
  })

  it('is killed when nothing is there to sell to, and its id is spent', async () => {
    desk = await openDesk()
    await desk.hold('YES', 20)
    const order = await desk.prepared({ timeInForce: 'IOC', buyFlag: false })
    expect(await desk.submit(order)).toMatchObject({ kind: 'killed' })
    // By a process that does not know of the first send.
    expect(await desk.exchange.submit(desk.account, order, anySignal())).toMatchObject({ kind: 'duplicate' })
  })

  it('or not at all buys the exact number where one price has them all', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.38, 30]] })
    const order = await desk.prepared({ timeInForce: 'FOK' })
    expect(await desk.submit(order)).toMatchObject({ order: { state: 'ended', filledQty: 10_000_000 } })
    expect(await desk.fills()).toMatchObject([{ price: 380_000, qty: 10_000_000 }])
  })

  it('or not at all is not sent again at a better price, where its dollars would buy more', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.38, 30]] })
    const order = await desk.prepared({ timeInForce: 'FOK' })
    const again = { ...order, attempt: { ...order.attempt, lastSentAt: order.attempt.firstSentAt + 1 } }
    await desk.book({ asks: [[0.3, 30]] })
    expect(await desk.submit(again)).toEqual({
      kind: 'killed',
      reason: 'The price became better while the order waited.',
    })
    expect((await desk.truth()).fills).toEqual([])
    await desk.book({ asks: [[0.38, 30]] })
    expect(await desk.submit(again)).toMatchObject({ order: { state: 'ended', filledQty: 10_000_000 } })
  })

  it('or not at all is killed when the book has changed since', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.38, 30]] })
    const order = await desk.prepared({ timeInForce: 'FOK' })
    await desk.book({ asks: [[0.38, 9]] })
    expect(await desk.submit(order)).toMatchObject({ kind: 'killed' })
    expect((await desk.truth()).fills).toEqual([])
  })
})
