import { describe, expect, it } from 'vitest'
import { type EngineMatch, MatchingEngine } from '../../engine/matching/matching-engine.ts'
import { undoTrade } from '../../engine/matching/undo-trade.ts'
import { polymarketFees } from '../../polymarket/world/fees.ts'
import { CENT, ONE, openDesk } from './desk.ts'

const spend = (dollars: number) => ({ spend: dollars * ONE, lifetime: 'immediate' }) as const

describe('an order that spends', () => {
  it('buys as much as its money does at the prices it meets, on either side', () => {
    const desk = openDesk()
    desk.place('bob', 'sell', 40, 10)
    desk.place('bob', 'sell', 50, 10)
    const buyer = desk.send('ann', 'buy', 60, 1, spend(5))
    expect(buyer).toMatchObject({ ok: true, order: { filled: 12 * ONE, qty: 12 * ONE, status: 'executed' } })
    desk.place('bob', 'buy', 30, 10)
    const seller = desk.send('cleo', 'sell', 20, 1, spend(3.5))
    expect(seller).toMatchObject({ ok: true, order: { filled: 5 * ONE, takerCost: 3.5 * ONE } })
  })

  it('ends cancelled when the book ends first, and never rests', () => {
    const desk = openDesk()
    desk.place('bob', 'sell', 40, 10)
    const outcome = desk.send('ann', 'buy', 50, 1, spend(6))
    expect(outcome).toMatchObject({
      ok: true,
      order: { filled: 10 * ONE, qty: 14 * ONE, remaining: 0, status: 'canceled' },
    })
    expect(desk.engine.ledger.bookOf('rain').bids).toEqual([])
  })

  it('cuts its quantity so that no trade rounds, and leaves less than that unspent', () => {
    const desk = openDesk()
    desk.place('bob', 'sell', 57, 100)
    const outcome = desk.send('ann', 'buy', 57, 1, spend(10))
    if (!outcome.ok) throw new Error(outcome.reason)
    expect([outcome.order.filled, outcome.order.takerCost, outcome.order.status]).toEqual([
      17_543_800,
      9_999_966,
      'executed',
    ])
    expect(desk.cashOf('ann')).toBe(1_000 * ONE - 9_999_966)
  })

  it('is not looked at by the engine when the exchange has covered it', () => {
    const desk = openDesk({ cash: 1 })
    expect(desk.send('ann', 'buy', 50, 10)).toEqual({ ok: false, reason: 'insufficient_cash' })
    expect(desk.send('ann', 'buy', 50, 10, { covered: true, id: 'own-id' })).toMatchObject({ order: { id: 'own-id' } })
  })
})

describe('a trade taken back', () => {
  const open = () => {
    const matches: EngineMatch[] = []
    const fees = polymarketFees(() => 50_000, 'nearest')
    const engine = new MatchingEngine({
      clock: () => 1,
      idOf: String,
      fees,
      onMatch: (match) => matches.push(match),
      keepsOrdersOverPauses: true,
    })
    for (const id of ['ann', 'bob']) engine.ledger.accounts.set(id, { id, house: false, cash: { 0: 100 * ONE } })
    const bands = [{ start: CENT, end: ONE - CENT, step: CENT }]
    const market = engine.addMarket({ id: 'rain', shard: 0, bands, lot: CENT, status: 'active' })
    const send = (account: string, buyFlag: boolean, cents: number, contracts: number) =>
      engine.submit({
        account,
        market: 'rain',
        identity: null,
        buyFlag,
        price: cents * CENT,
        qty: contracts * ONE,
        lifetime: 'rest',
        selfTrade: 'cancel_maker',
      })
    const state = () =>
      ['ann', 'bob'].map((id) => [
        engine.ledger.accounts.get(id)?.cash[0],
        engine.ledger.positionOf(id, 'rain').net,
        engine.ledger.positionOf(id, 'rain').fees,
      ])
    return { engine, market, send, state, matches }
  }

  it('gives both sides back what they had, fees included, also across a position that it had turned', () => {
    const { engine, market, send, state, matches } = open()
    send('ann', true, 40, 5)
    send('bob', false, 40, 5)
    const before = state()
    const feesBefore = engine.ledger.feesTaken()
    send('bob', true, 60, 20)
    send('ann', false, 55, 12)
    const [, match] = matches
    if (match === undefined) throw new Error('nothing matched')
    expect(state()).not.toEqual(before)
    const sides = [
      { account: match.taker.account, buyFlag: match.taker.buyFlag, fee: match.fill.fee },
      { account: match.maker.account, buyFlag: match.maker.buyFlag, fee: 0 },
    ]
    undoTrade(engine.ledger, { market, sides, price: match.fill.price, qty: match.fill.qty, at: 2 })
    expect(state()).toEqual(before)
    expect(engine.ledger.feesTaken()).toBe(feesBefore)
  })

  it('is reported match by match, with both orders', () => {
    const { send, matches } = open()
    send('ann', true, 40, 5)
    send('ann', true, 41, 5)
    send('bob', false, 40, 8)
    expect(matches.map(({ maker, fill }) => [maker.price, fill.qty, fill.fee])).toEqual([
      [41 * CENT, 5 * ONE, 60_480],
      [40 * CENT, 3 * ONE, 36_000],
    ])
  })

  it('keeps resting orders over a pause where the exchange does', () => {
    const { engine, market, send } = open()
    send('ann', true, 40, 5)
    engine.setStatus(market, 'paused')
    engine.setStatus(market, 'active')
    expect(engine.ledger.bookOf('rain').bids).toHaveLength(1)
  })
})

describe('the fees of the exchange', () => {
  const { market } = openDesk()
  const feeOf = (rounding: 'nearest' | 'up' | 'down', price: number, qty: number, taker = true) =>
    polymarketFees(() => 70_000, rounding).charge({ market, price, qty, taker, revenue: 0, carry: 0, taken: 0 }).fee

  it('are shares × rate × p × (1 - p) for takers, nothing for makers, in five decimals', () => {
    expect(feeOf('nearest', 500_000, 100 * ONE)).toBe(1_750_000)
    expect(feeOf('nearest', 500_000, 100 * ONE, false)).toBe(0)
    expect((['nearest', 'up', 'down'] as const).map((rounding) => feeOf(rounding, 330_000, 1_010_000))).toEqual([
      15_630, 15_640, 15_630,
    ])
  })
})
