/** How an order in YES terms becomes one or two of EXCHANGE_B, and what becomes of them together. */

import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { readPayload, sharesOf } from '#adapters/exchanges/polymarket/orders/part-payload.ts'
import { splitOrder } from '#adapters/exchanges/polymarket/orders/split-order.ts'
import { ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { OrderRequest } from '#domain/orders/order.ts'
import { BY_USER, type Origin } from '#domain/orders/origin.ts'
import { protocolV2, STANDARD, START } from '#simulators/test/polymarket/simulated.ts'
import { adapterFor, anySignal, type Desk, openDesk, someOrder } from '../desk.ts'

describe('the split of an order', () => {
  const split = (buyFlag: boolean, expected: number, held: number, minSize = 5, origin: Origin = BY_USER) =>
    splitOrder(
      { buyFlag, qty: qty(expected * ONE), price: price(400_000), origin, reduceOnly: false },
      qty(held * ONE),
      {
        sale: minSize * ONE,
        purchase: 5 * ONE,
      },
    ).map((leg) => `${leg.side} ${leg.qty / ONE} ${leg.outcome} at ${leg.price / ONE}`)

  it.each([
    ['a sale of nothing held buys the other side', false, 10, 0, ['BUY 10 NO at 0.6']],
    ['a sale of all that is held', false, 10, 10, ['SELL 10 YES at 0.4']],
    ['a sale of less than is held', false, 10, 15, ['SELL 10 YES at 0.4']],
    ['a sale of more than is held', false, 15, 10, ['SELL 10 YES at 0.4', 'BUY 5 NO at 0.6']],
    ['a purchase with nothing of the other side', true, 10, 0, ['BUY 10 YES at 0.4']],
    ['a purchase that first sells the other side', true, 15, 7, ['SELL 7 NO at 0.6', 'BUY 8 YES at 0.4']],
    ['a holding too small to be sold alone', false, 10, 4, ['BUY 10 NO at 0.6']],
    ['a rest too small to be bought alone', false, 10, 6, ['BUY 10 NO at 0.6']],
    ['a small holding in an order that acts at once', false, 8, 3, ['SELL 3 YES at 0.4', 'BUY 5 NO at 0.6'], 0.01],
    ['an odd lot', false, 10.01, 5, ['SELL 5 YES at 0.4', 'BUY 5.01 NO at 0.6']],
  ])('%s', (_, buyFlag, requested, held, legs, least = 5) => {
    expect(split(buyFlag, requested, held, least)).toEqual(legs)
  })

  it.each([
    ['of a long position sells what is held and buys nothing', false, 15, 10, ['SELL 10 YES at 0.4']],
    ['of a short position sells its NO', true, 10, 15, ['SELL 10 NO at 0.6']],
    ['of nothing is no order', false, 10, 0, []],
    ['of less than the exchange takes is no order', true, 10, 4, []],
  ])('an exit %s', (_, buyFlag, needed, held, legs) => {
    expect(
      split(buyFlag, needed, held, 5, { kind: 'exit', complexOrderId: 'stop', entryId: 'entry', hasFired: true }),
    ).toEqual(legs)
  })

  it('keeps the quantity, sells no more than is held, and makes no part too small', () => {
    const hundredths = (max: number) => fc.integer({ min: 0, max }).map((n) => n * 10_000)
    fc.assert(
      fc.property(fc.boolean(), hundredths(5_000), hundredths(5_000), (buyFlag, extra, held) => {
        const minSize = 5 * ONE
        const wanted = qty(minSize + extra)
        const legs = splitOrder(
          { buyFlag, qty: wanted, price: price(400_000), origin: BY_USER, reduceOnly: false },
          qty(held),
          { sale: minSize, purchase: minSize },
        )
        expect(legs.reduce((sum, leg) => sum + leg.qty, 0)).toBe(wanted)
        for (const leg of legs) {
          expect(leg.qty).toBeGreaterThanOrEqual(minSize)
          if (leg.side === 'SELL') expect(leg.qty).toBeLessThanOrEqual(held)
          // Every leg moves the position the way the order wants.
          expect((leg.side === 'BUY') === (leg.outcome === 'YES')).toBe(buyFlag)
        }
      }),
    )
  })
})

describe('an order prepared at the simulated exchange', () => {
  let desk: Desk
  afterEach(() => desk.simulated.close())

  const prepare = (more: Partial<OrderRequest> = {}, attempt = 1) => desk.prepare(someOrder(more), attempt)
  const planOf = async (more: Partial<OrderRequest>) => {
    const { attempt } = await desk.prepared(more)
    return readPayload(attempt.payload).parts.map(
      (part) => `${part.kind} ${part.fields.side} ${sharesOf(part) / ONE} ${part.outcome}`,
    )
  }

  it('is decided once: the same order, attempt and instant make the same bytes', async () => {
    desk = await openDesk()
    const first = await prepare()
    expect(await prepare()).toEqual(first)
    expect(await prepare({}, 2)).not.toEqual(first)
    expect(first).toMatchObject({ kind: 'ready', exchangeOrderIds: [expect.stringMatching(/^0x[0-9a-f]{64}$/)] })
  })

  it('sells the position and buys the other side for the rest, as one order with two ids', async () => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    const order = await desk.prepared({ buyFlag: false, qty: qty(16_000_000) })
    const [sale = '', purchase = ''] = order.attempt.exchangeOrderIds
    expect(order.attempt.identity).toBe(`${sale}+${purchase}`)
    expect(await desk.submit(order)).toEqual({
      kind: 'accepted',
      order: { exchangeOrderId: `${sale}+${purchase}`, identity: `${sale}+${purchase}`, state: 'live', filledQty: 0 },
    })
    await desk.book({ bids: [[0.4, 100]] })
    expect(await desk.order(`${sale}+${purchase}`)).toMatchObject({ state: 'ended', filledQty: 16_000_000 })
    const fills = (await desk.fills()).filter(({ at }) => at > START)
    expect(fills.map(({ exchangeOrderId, qty: part }) => [exchangeOrderId, part]).sort()).toEqual(
      [
        [sale, 10_000_000],
        [purchase, 6_000_000],
      ].sort(),
    )
    expect(
      fills.every(({ buyFlag, price: at, isMaker, fee }) => !buyFlag && at === 400_000 && isMaker && fee === 0),
    ).toBe(true)
    expect((await desk.truth()).positions).toMatchObject([{ yes: 0, no: 6, position: -6 }])
  })

  it('goes short by buying NO, and closes that by selling it', async () => {
    desk = await openDesk()
    await desk.book({ bids: [[0.4, 100]] })
    await desk.placed(await desk.prepared({ buyFlag: false }))
    await desk.simulated.pass(10_000)
    expect((await desk.truth()).positions).toMatchObject([{ position: -10 }])
    expect(await planOf({ qty: qty(20_000_000) })).toEqual(['GTC SELL 10 NO', 'GTC BUY 10 YES'])
    await desk.book({ asks: [[0.4, 100]] })
    await desk.placed(await desk.prepared({ qty: qty(10_000_000) }))
    expect((await desk.truth()).positions).toEqual([])
  })

  it('counts neither shares in open sales nor settling shares as held', async () => {
    desk = await openDesk()
    await desk.hold('YES', 30)
    await desk.placed(await desk.prepared({ buyFlag: false, qty: qty(10_000_000), price: price(900_000) }))
    expect(await planOf({ buyFlag: false, qty: qty(30_000_000) })).toEqual(['GTC SELL 20 YES', 'GTC BUY 10 NO'])
    await desk.book({ bids: [[0.5, 5]] })
    await desk.placed(await desk.prepared({ buyFlag: false, qty: qty(5_000_000), orderId: SECOND }))
    expect(await planOf({ buyFlag: false, qty: qty(30_000_000) })).toEqual(['GTC SELL 15 YES', 'GTC BUY 15 NO'])
    await desk.simulated.pass(10_000)
    expect(await planOf({ buyFlag: false, qty: qty(30_000_000) })).toEqual(['GTC SELL 15 YES', 'GTC BUY 15 NO'])
  })

  it('counts the shares of a resting sale although it was to be held back first', async () => {
    desk = await openDesk()
    await desk.hold('YES', 30)
    const sale = { buyFlag: false, qty: qty(20_000_000), price: price(900_000) }
    const id = await desk.placed(await desk.prepared(sale))
    await desk.simulated.pass(10_000)
    const { body } = await desk.simulated.call('GET', `/data/order/${id}`)
    const data = [{ ...body, status: 'UNMATCHED' }]
    await desk.fault({ method: 'GET', path: '/data/orders$', kind: 'status', status: 200, body: { data }, times: 2 })
    expect(await planOf({ ...sale, orderId: SECOND })).toEqual(['GTC SELL 10 YES', 'GTC BUY 10 NO'])
  })

  it('counts a sale of a moment ago though the reads do not show it yet, unless it was cancelled', async () => {
    desk = await openDesk({ staleReadsMs: 1_000 })
    await desk.hold('YES', 30)
    const sale = { buyFlag: false, qty: qty(20_000_000), price: price(900_000) }
    const id = await desk.placed(await desk.prepared(sale))
    expect(await planOf({ ...sale, orderId: SECOND })).toEqual(['GTC SELL 10 YES', 'GTC BUY 10 NO'])
    await desk.cancel(id)
    expect(await planOf({ ...sale, orderId: SECOND })).toEqual(['GTC SELL 20 YES'])
    await desk.placed(await desk.prepared({ ...sale, orderId: SECOND }))
    await desk.simulated.pass(60_000)
    expect(await planOf(sale)).toEqual(['GTC SELL 10 YES', 'GTC BUY 10 NO'])
  })

  it('sees what has just arrived in the wallet, though the exchange remembers balances', async () => {
    desk = await openDesk({ balanceCacheMs: 3_600_000 })
    expect(await planOf({ buyFlag: false })).toEqual(['GTC BUY 10 NO'])
    await desk.hold('YES', 10)
    expect(await planOf({ buyFlag: false })).toEqual(['GTC SELL 10 YES'])
  })

  it.each([1, 1_000])(
    'sells nothing twice that has left the wallet, though the exchange does not look again when asked %i times',
    async (times) => {
      desk = await openDesk({ balanceCacheMs: 3_600_000 })
      await desk.hold('YES', 20)
      await desk.book({ bids: [[0.5, 10]] })
      await desk.placed(await desk.prepared({ buyFlag: false, qty: qty(10_000_000), price: price(500_000) }))
      await desk.simulated.pass(10_000)
      await desk.fault({ method: 'GET', path: '/balance-allowance/update', kind: 'status', status: 503, times })
      const all = { buyFlag: false, qty: qty(20_000_000), price: price(600_000), orderId: SECOND }
      expect(await planOf(all)).toEqual(['GTC SELL 10 YES', 'GTC BUY 10 NO'])
    },
  )

  it('trades the ledger and the contract of a market of the newer protocol', async () => {
    desk = await openDesk()
    const { conditionId, tokens } = protocolV2()
    await desk.book({ asks: [[0.4, 20]], market: conditionId })
    await desk.placed(await desk.prepared({ nativeId: conditionId, qty: qty(20_000_000) }))
    await desk.simulated.pass(10_000)
    const order = await desk.prepared({ nativeId: conditionId, buyFlag: false, orderId: SECOND })
    const { context, parts } = readPayload(order.attempt.payload)
    expect(context).toMatchObject({ domainVersion: '3', assetType: 'CONDITIONAL-V2' })
    expect(parts).toMatchObject([{ fields: { tokenId: tokens[0], side: 'SELL' } }])
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted' })
  })

  it('is a FOK of one part only', async () => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    await desk.book({ bids: [[0.4, 100]] })
    const fok = { timeInForce: 'FOK', buyFlag: false } as const
    expect(await prepare({ ...fok, qty: qty(20_000_000) })).toMatchObject({ code: 'fok_needs_two_parts' })
    expect(await planOf({ ...fok, qty: qty(10_000_000) })).toEqual(['FOK SELL 10 YES'])
    expect(await planOf({ ...fok, qty: qty(14_000_000) })).toEqual(['FOK BUY 14 NO'])
  })

  it.each([
    ['nothing is asked', [], { kind: 'unfillable' }],
    ['nothing is asked within the limit', [[0.41, 100]], { kind: 'unfillable' }],
    [
      'too little is asked',
      [
        [0.38, 6],
        [0.4, 3],
      ],
      { kind: 'unfillable' },
    ],
    [
      'two prices are needed',
      [
        [0.38, 6],
        [0.4, 30],
      ],
      { kind: 'refused', code: 'fok_needs_one_price' },
    ],
    ['one price has it', [[0.38, 10]], { kind: 'ready' }],
  ] as const)('as a FOK purchase goes by the book: %s', async (_, asks, outcome) => {
    desk = await openDesk()
    await desk.book({ asks })
    expect(await prepare({ timeInForce: 'FOK' })).toMatchObject(outcome)
  })

  it('as a FOK purchase has to cost whole cents', async () => {
    desk = await openDesk()
    await desk.book({ asks: [[0.38, 10]] })
    expect(await prepare({ timeInForce: 'FOK', qty: qty(7_330_000) })).toMatchObject({
      kind: 'refused',
      code: 'fok_not_whole_cents',
      reason: expect.stringMatching(/7\.33 .*0\.38/),
    })
  })

  it('an order that acts at once sells fewer than the minimum, by an order that cannot rest', async () => {
    desk = await openDesk()
    await desk.hold('YES', 8)
    await desk.book({ bids: [[0.4, 100]], asks: [[0.41, 2]] })
    const small = { buyFlag: false, qty: qty(3_000_000) }
    expect(await planOf({ ...small, timeInForce: 'IOC' })).toEqual(['FAK SELL 3 YES'])
    expect(await planOf({ ...small, timeInForce: 'FOK' })).toEqual(['FOK SELL 3 YES'])
    const sale = await desk.prepared({ ...small, timeInForce: 'IOC' })
    expect(await desk.submit(sale)).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 3_000_000 } })
  })

  it('an order that acts at once buys less than the minimum for dollars, at the best price only', async () => {
    desk = await openDesk()
    await desk.book({
      asks: [
        [0.41, 2],
        [0.42, 50],
      ],
    })
    const small = { timeInForce: 'IOC', price: price(500_000), qty: qty(3_000_000) } as const
    expect(await planOf(small)).toEqual(['FAK BUY 3 YES'])
    const purchase = await desk.prepared(small)
    expect(await desk.submit(purchase)).toMatchObject({
      kind: 'accepted',
      order: { state: 'ended', filledQty: 2_000_000 },
    })
    expect(await prepare({ ...small, qty: qty(3_010_000) })).toMatchObject({
      kind: 'refused',
      code: 'small_buy_not_whole_cents',
    })
    expect(await prepare({ ...small, price: price(400_000) })).toMatchObject({ kind: 'unfillable' })
  })

  it.each([
    ['price_off_tick', { price: price(405_000) }, /0\.405 .*0\.01/],
    ['price_off_tick', { price: price(999_999) }, /0\.99/],
    ['qty_off_lot', { qty: qty(10_005_000) }, /10\.005/],
    ['qty_below_minimum', { qty: qty(4_990_000) }, /4\.99 .*minimum of 5 contracts for orders that rest/],
    ['qty_above_maximum', { qty: qty(1e12) }, /below one million contracts/],
  ])('is refused locally, in words: %s', async (code, more, words) => {
    desk = await openDesk()
    expect(await prepare(more)).toMatchObject({ kind: 'refused', code, reason: expect.stringMatching(words) })
  })

  it('is refused while it is not known for certain how the market is signed for', async () => {
    desk = await openDesk()
    const { conditionId, tokens } = STANDARD
    const rules = { t: tokens.map((t) => ({ t, o: '' })), mts: 0.01, mos: 5, nr: false, v: 'v1' }
    for (const body of [
      { ...rules, v: 'v4' },
      { ...rules, v: undefined },
      { ...rules, t: [{ t: tokens[0] }, { t: '12' }] },
    ]) {
      await desk.fault({ method: 'GET', path: '/clob-markets/', kind: 'status', status: 200, body })
      const fresh = adapterFor(desk.simulated.simulator.urls, () => START)
      expect(await fresh.prepare(desk.account, someOrder(), price(400_000), 1, anySignal())).toMatchObject({
        kind: 'refused',
        code: 'protocol_unknown',
      })
    }
    const unlisted = adapterFor(
      desk.simulated.simulator.urls,
      () => START,
      undefined,
      async () => null,
    )
    expect(await unlisted.prepare(desk.account, someOrder(), price(400_000), 1, anySignal())).toMatchObject({
      code: 'protocol_unknown',
    })
    expect(await prepare({ nativeId: `${conditionId.slice(0, -4)}ffff` })).toMatchObject({ code: 'market_not_found' })
  })

  it.each(['/clob-markets/', '/balance-allowance$', '/data/orders$', '/data/trades$'])(
    'waits when %s cannot be read',
    async (path) => {
      desk = await openDesk()
      await desk.hold('YES', 10)
      const fresh = adapterFor(desk.simulated.simulator.urls, () => desk.simulated.time.now)
      await desk.fault({ method: 'GET', path, kind: 'status', status: 500, times: 6 })
      expect(
        await fresh.prepare(desk.account, someOrder({ buyFlag: false }), price(400_000), 1, anySignal()),
      ).toMatchObject({ kind: 'later' })
    },
  )
})

describe('an order of two parts', () => {
  let desk: Desk
  afterEach(() => desk.simulated.close())

  const twoParts = async (more: Partial<OrderRequest> = {}) => {
    desk = await openDesk()
    await desk.hold('YES', 10)
    return desk.prepared({ buyFlag: false, qty: qty(16_000_000), ...more })
  }
  const refuseOne = (nth: 1 | 2, body: unknown, status = 400) =>
    nth === 1 ? desk.fault({ kind: 'status', status, body }) : refuseSecond(desk, status, body)

  it('an order whose first part is refused is refused whole, and the second is not sent', async () => {
    const order = await twoParts()
    await refuseOne(1, { error: 'not enough balance / allowance' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'rejected', code: 'insufficient_balance' })
    expect((await desk.truth()).orders.filter(({ status }) => status === 'resting')).toEqual([])
  })

  it('an order whose second part is refused is accepted, says why, and ends with the first', async () => {
    const order = await twoParts()
    await refuseOne(2, { error: 'not enough balance / allowance' })
    const [sale = ''] = order.attempt.exchangeOrderIds
    expect(await desk.submit(order)).toMatchObject({
      kind: 'accepted',
      order: { state: 'live', filledQty: 0, partRefusal: expect.stringMatching(/^Not enough money/) },
    })
    await desk.book({ bids: [[0.4, 100]] })
    // The part that was never taken is gone only on a second look.
    expect(await desk.order(order.attempt.identity)).toBeNull()
    await desk.simulated.pass(10_000)
    expect(await desk.order(order.attempt.identity)).toMatchObject({ state: 'ended', filledQty: 10_000_000 })
    expect((await desk.fills()).some(({ exchangeOrderId }) => exchangeOrderId === sale)).toBe(true)
  })

  it.each([
    ['waits', 425, { error: 'restarting' }],
    ['is lost', 500, null],
  ])('an order whose second part %s is open as a whole, and the same bytes complete it', async (_, status, body) => {
    const order = await twoParts()
    await refuseOne(2, body, status)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'live', filledQty: 0 } })
    expect((await desk.truth()).orders.filter(({ status: now }) => now === 'resting')).toHaveLength(2)
  })

  it('an order that acts at once continues with its second part if the first finds no taker', async () => {
    const order = await twoParts({ timeInForce: 'IOC' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 0 } })
    await desk.simulated.pass(60_000)
    expect((await desk.truth()).orders.filter(({ status }) => status === 'resting')).toEqual([])
  })

  it('an order that acts at once never resends a killed part', async () => {
    const order = await twoParts({ timeInForce: 'IOC' })
    await refuseOne(2, null, 500)
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    await desk.book({ bids: [[0.4, 100]] })
    expect(await desk.submit(order)).toMatchObject({
      kind: 'accepted',
      order: { state: 'ended', filledQty: 6_000_000 },
    })
    expect((await desk.truth()).fills.filter(({ qty: size }) => size !== 10)).toMatchObject([{ qty: 6 }])
  })

  it('an order that acts at once is not searched in the killed part', async () => {
    const order = await twoParts({ timeInForce: 'IOC' })
    await desk.fault({ kind: 'delay', delay_ms: 0 })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'found', order: { state: 'live', filledQty: 0 } })
  })

  it('an order that acts at once leaves nothing on the book if its parts disagree', async () => {
    const order = await twoParts({ timeInForce: 'IOC' })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    // The first part was killed and does not show; the second is taken now, and cannot be cancelled at this moment.
    const noCancels = { method: 'DELETE', path: '/clob/order', kind: 'status', status: 503, times: 1 }
    await desk.fault(noCancels)
    expect(await desk.submit(order)).toEqual({ kind: 'duplicate' })
    expect(await resting(desk)).toHaveLength(1)
    expect(await desk.lookUp(order)).toMatchObject({ kind: 'not_seen' })
    expect(await resting(desk)).toEqual([])
  })

  it('a resent order that acts at once and had arrived leaves the book', async () => {
    const order = await twoParts({ timeInForce: 'IOC' })
    await desk.fault({ kind: 'delay', delay_ms: 0 })
    await desk.fault({ kind: 'drop_after' })
    expect(await desk.submit(order)).toMatchObject({ kind: 'unknown' })
    expect(await resting(desk)).toHaveLength(1)
    const again = { ...order, attempt: { ...order.attempt, sends: 2 } }
    expect(await desk.submit(again)).toMatchObject({ kind: 'accepted', order: { state: 'ended', filledQty: 0 } })
    expect(await resting(desk)).toEqual([])
  })

  it('is cancelled whole, and what one part had stays', async () => {
    const order = await twoParts()
    await desk.placed(order)
    expect(await desk.cancel(order.attempt.identity)).toEqual({ kind: 'cancelled', removedQty: null })
    expect(await desk.cancel(order.attempt.identity)).toEqual({ kind: 'gone' })
    expect(await desk.order(order.attempt.identity)).toMatchObject({ state: 'ended', filledQty: 0 })
  })
})

const SECOND = '019aa5a0-0000-7000-8000-000000000002'

const resting = async (desk: Desk) => (await desk.truth()).orders.filter(({ status }) => status === 'resting')

/** The next order call but one is refused: the first goes through untouched. */
const refuseSecond = async (desk: Desk, status: number, body: unknown): Promise<void> => {
  // A delay of nothing uses up the first call.
  await desk.fault({ kind: 'delay', delay_ms: 0 })
  await desk.fault({ kind: 'status', status, body })
}
