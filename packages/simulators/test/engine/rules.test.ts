import { describe, expect, it } from 'vitest'
import { kalshiFees } from '../../kalshi/orders/fees.ts'
import { CENT, ONE, openDesk } from './desk.ts'

const filledBy = (outcome: ReturnType<ReturnType<typeof openDesk>['send']>) =>
  outcome.ok ? outcome.fills.map(({ price, qty }) => [price / CENT, qty / ONE]) : outcome.reason

describe('matching', () => {
  it('gives the taker the resting price, best price first, earliest order first', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 52, 1)
    const early = desk.place('ann', 'sell', 50, 1)
    const late = desk.place('bob', 'sell', 50, 1)
    expect(filledBy(desk.send('cleo', 'buy', 60, 1.5))).toEqual([
      [50, 1],
      [50, 0.5],
    ])
    expect(desk.engine.ledger.orders.get(early)?.status).toBe('executed')
    expect(desk.engine.ledger.orders.get(late)?.remaining).toBe(ONE / 2)
  })

  it('keeps the rest of a resting order, and ends the rest of an immediate one', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 50, 1)
    const rested = desk.send('bob', 'buy', 50, 3)
    expect(rested.ok && [rested.order.status, rested.order.remaining]).toEqual(['resting', 2 * ONE])
    const gone = desk.send('ann', 'sell', 50, 5, { lifetime: 'immediate' })
    expect(gone.ok && [gone.order.status, gone.order.filled, gone.order.remaining]).toEqual(['canceled', 2 * ONE, 0])
  })

  it('fills an all-or-nothing order whole or not at all', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 50, 1)
    expect(desk.send('bob', 'buy', 50, 2, { lifetime: 'all_or_nothing' })).toEqual({
      ok: false,
      reason: 'too_little_volume',
    })
    expect(desk.engine.ledger.trades).toHaveLength(0)
    expect(filledBy(desk.send('bob', 'buy', 50, 1, { lifetime: 'all_or_nothing' }))).toEqual([[50, 1]])
  })

  it('refuses a post-only order that would trade and rests one that would not', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 50, 1)
    expect(desk.send('bob', 'buy', 50, 1, { postOnly: true })).toMatchObject({ reason: 'post_only_cross' })
    expect(desk.send('bob', 'buy', 49, 1, { postOnly: true })).toMatchObject({ ok: true })
  })

  it('caps a reduce-only order at the position and ends it at once without one', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 50, 2)
    desk.place('bob', 'buy', 50, 2)
    desk.place('cleo', 'buy', 40, 10)
    const options = { lifetime: 'immediate', reduceOnly: true } as const
    expect(filledBy(desk.send('bob', 'sell', 40, 5, options))).toEqual([[40, 2]])
    expect(desk.netOf('bob')).toBe(0)
    expect(desk.send('bob', 'sell', 40, 5, options)).toMatchObject({
      ok: true,
      order: { status: 'canceled', filled: 0, remaining: 0 },
      fills: [],
    })
  })

  it('calls a reduce-only order that was cut to the position canceled, not executed', () => {
    const desk = openDesk()
    desk.place('ann', 'buy', 50, 1)
    desk.place('bob', 'sell', 50, 1)
    desk.place('cleo', 'buy', 50, 5)
    const cut = desk.send('ann', 'sell', 50, 2, { lifetime: 'immediate', reduceOnly: true })
    expect(cut.ok && [cut.order.status, cut.order.filled, cut.order.remaining]).toEqual(['canceled', ONE, 0])
  })

  it.each(['cancel_taker', 'cancel_maker'] as const)('never trades an account with itself (%s)', (selfTrade) => {
    const desk = openDesk()
    const own = desk.place('ann', 'sell', 50, 1)
    desk.place('bob', 'sell', 51, 1)
    const outcome = desk.send('ann', 'buy', 55, 1, { selfTrade })
    if (!outcome.ok) throw new Error(outcome.reason)
    const ownStatus = desk.engine.ledger.orders.get(own)?.status
    if (selfTrade === 'cancel_taker') {
      expect([outcome.fills.length, outcome.order.status, ownStatus]).toEqual([0, 'canceled', 'resting'])
    } else {
      expect([filledBy(outcome), outcome.order.status, ownStatus]).toEqual([[[51, 1]], 'executed', 'canceled'])
    }
  })

  it('keeps an all-or-nothing order that meets an own order like an immediate one', () => {
    const desk = openDesk()
    desk.place('bob', 'sell', 50, 1)
    desk.place('ann', 'sell', 51, 1)
    const outcome = desk.send('ann', 'buy', 51, 2, { lifetime: 'all_or_nothing' })
    expect(filledBy(outcome)).toEqual([[50, 1]])
  })

  it('spends an identity for good, even on a killed order, and keeps it apart per account', () => {
    const desk = openDesk()
    const killed = { identity: 'once', lifetime: 'all_or_nothing' } as const
    expect(desk.send('ann', 'buy', 50, 1, killed)).toMatchObject({ reason: 'too_little_volume' })
    expect(desk.send('ann', 'buy', 10, 1, { identity: 'once' })).toMatchObject({ reason: 'identity_used' })
    expect(desk.send('bob', 'buy', 10, 1, { identity: 'once' })).toMatchObject({ ok: true })
  })

  it('ends an order whose expiry has come, and never fills it afterwards', () => {
    const desk = openDesk()
    const id = desk.place('ann', 'sell', 50, 1, { expiresAt: desk.time.now + 1000 })
    expect(desk.send('bob', 'buy', 50, 1, { expiresAt: desk.time.now })).toMatchObject({ reason: 'already_expired' })
    desk.time.now += 1000
    expect(filledBy(desk.send('bob', 'buy', 50, 1))).toEqual([])
    expect(desk.engine.ledger.orders.get(id)?.status).toBe('canceled')
  })
})

describe('changing a resting order', () => {
  it('keeps its place for a smaller size and loses it for a larger one or another price', () => {
    const desk = openDesk()
    const first = desk.place('ann', 'sell', 50, 2)
    const second = desk.place('bob', 'sell', 50, 2)
    const order = desk.engine.ledger.orders.get(first)
    if (order === undefined) throw new Error('no order')
    desk.engine.amend(order, { price: 50 * CENT, qty: ONE })
    expect(desk.engine.ledger.bookOf('rain').asks.map(({ id }) => id)).toEqual([first, second])
    desk.engine.amend(order, { price: 50 * CENT, qty: 3 * ONE })
    expect(desk.engine.ledger.bookOf('rain').asks.map(({ id }) => id)).toEqual([second, first])
  })

  it('trades when the new price crosses, and leaves everything as it was when the money is short', () => {
    const desk = openDesk({ cash: 1 })
    desk.place('ann', 'sell', 50, 1)
    const outcome = desk.send('bob', 'buy', 40, 1)
    if (!outcome.ok) throw new Error(outcome.reason)
    expect(desk.engine.amend(outcome.order, { price: 50 * CENT, qty: 9 * ONE })).toMatchObject({
      reason: 'insufficient_cash',
    })
    expect([outcome.order.price, outcome.order.remaining]).toEqual([40 * CENT, ONE])
    const crossed = desk.engine.amend(outcome.order, { price: 50 * CENT, qty: ONE })
    expect(crossed.ok && crossed.fills.map(({ price }) => price)).toEqual([50 * CENT])
  })
})

describe('money', () => {
  it('holds back the price of the side bought, and nothing for what a position covers', () => {
    const desk = openDesk({ cash: 10 })
    desk.place('ann', 'buy', 40, 10)
    expect(desk.engine.ledger.available('ann', 0)).toBe(6 * ONE)
    desk.place('bob', 'sell', 40, 10)
    expect([desk.cashOf('ann'), desk.cashOf('bob')]).toEqual([6 * ONE, 4 * ONE])
    desk.place('ann', 'sell', 90, 10)
    expect(desk.engine.ledger.available('ann', 0)).toBe(6 * ONE)
    expect(desk.send('ann', 'sell', 10, 17)).toMatchObject({ reason: 'insufficient_cash' })
    expect(desk.send('ann', 'sell', 40, 6)).toMatchObject({ ok: true })
  })

  it('nets a buy against a short position before it adds to it', () => {
    const desk = openDesk()
    desk.place('ann', 'sell', 60, 5)
    desk.place('bob', 'buy', 60, 5)
    expect([desk.netOf('ann'), desk.netOf('bob')]).toEqual([-5 * ONE, 5 * ONE])
    desk.place('cleo', 'sell', 30, 8)
    desk.place('ann', 'buy', 30, 8)
    expect(desk.netOf('ann')).toBe(3 * ONE)
    expect(desk.engine.ledger.positionOf('ann', 'rain')).toMatchObject({ cost: 0.9 * ONE, realized: 1.5 * ONE })
    expect(desk.cashOf('ann')).toBe((1000 + 1.5 - 0.9) * ONE)
  })

  it('pays a dollar per contract of the side that came true, once', () => {
    const desk = openDesk()
    desk.place('ann', 'buy', 40, 10)
    desk.place('bob', 'sell', 40, 10)
    desk.place('cleo', 'buy', 10, 1)
    desk.engine.resolve(desk.market, 0)
    desk.engine.resolve(desk.market, ONE)
    expect([desk.cashOf('ann'), desk.cashOf('bob'), desk.cashOf('cleo')]).toEqual([996 * ONE, 1004 * ONE, 1000 * ONE])
    expect(desk.engine.ledger.settlements).toHaveLength(2)
    expect(desk.engine.ledger.bookOf('rain').bids).toEqual([])
  })
})

describe('market states', () => {
  it('takes no orders unless active, keeps orders through a pause but those that asked to leave', () => {
    const desk = openDesk()
    const staying = desk.place('ann', 'buy', 40, 1)
    const leaving = desk.place('ann', 'buy', 40, 1, { cancelOnPause: true })
    desk.engine.setStatus(desk.market, 'paused')
    expect(desk.send('bob', 'buy', 40, 1)).toMatchObject({ reason: 'market_not_active' })
    expect(desk.engine.ledger.orders.get(staying)?.status).toBe('resting')
    expect(desk.engine.ledger.orders.get(leaving)?.status).toBe('canceled')
    desk.engine.setStatus(desk.market, 'active')
    expect(desk.engine.ledger.orders.get(staying)?.status).toBe('canceled')
  })
})

describe('fees of EXCHANGE_A', () => {
  const terms = { type: 'quadratic_with_maker_fees', multiplier: 1 } as const

  it('charges the recorded amounts', () => {
    const fees = kalshiFees(() => ({ type: 'quadratic', multiplier: 1 }))
    const market = openDesk().market
    const feeAt = (price: number) =>
      fees.charge({ market, price, qty: ONE, taker: true, revenue: -price, carry: 0, taken: 0 }).fee
    expect([feeAt(520_000), feeAt(990_000)]).toEqual([17_500, 700])
  })

  it('takes a quarter of the rate from makers, and nothing where makers trade free', () => {
    const desk = openDesk({ fees: kalshiFees(() => terms) })
    desk.place('ann', 'sell', 50, 100)
    desk.place('bob', 'buy', 50, 100)
    expect(desk.engine.ledger.fills.map(({ taker, fee }) => [taker, fee])).toEqual([
      [false, 437_500],
      [true, 1_750_000],
    ])
    const free = openDesk({ fees: kalshiFees(() => ({ type: 'quadratic', multiplier: 0.5 })) })
    free.place('ann', 'sell', 50, 100)
    free.place('bob', 'buy', 50, 100)
    expect(free.engine.ledger.fills.map(({ fee }) => fee)).toEqual([0, 875_000])
  })

  it('gives back over an order what rounding each fill took too much', () => {
    const desk = openDesk({ fees: kalshiFees(() => terms) })
    for (let count = 0; count < 40; count += 1) desk.place('ann', 'sell', 37, 0.01)
    const outcome = desk.send('bob', 'buy', 37, 0.4)
    const total = outcome.ok ? outcome.fills.reduce((sum, { fee }) => sum + fee, 0) : -1
    // 0.07 × 0.4 × 0.37 × 0.63 = 0.0065268, so at most one step of 0.0001 above it.
    expect(total).toBeGreaterThanOrEqual(6_527)
    expect(total).toBeLessThan(6_527 + 200)
    expect(desk.cashOf('bob') % 100).toBe(0)
    expect(outcome.ok && outcome.fills.every(({ fee }) => fee >= 0)).toBe(true)
  })
})
