/** The money of a subaccount adds up to the millionth, and names unknown prices. */

import { describe, expect, it } from 'vitest'
import type { Position } from '#client/console/api/types.ts'
import { isAhead } from '#client/console/live/money/is-ahead.ts'
import { isBehind } from '#client/console/live/money/is-behind.ts'
import { soundMoney } from '#client/console/live/money/sound-money.ts'
import { totalsOf } from '#client/console/live/money/totals-of.ts'
import { valuedFirst } from '#client/console/live/money/valued-first.ts'

const held = (of: Partial<Position> = {}): Position => ({
  svc_id: 7,
  exchange_name: 'EXCHANGE_A',
  is_paper: false,
  market_title: 'A question',
  exchange_ticker: 'A',
  position: 10,
  avg_buy_price: 0.4,
  avg_sell_price: null,
  total_qty_bought: 10,
  total_qty_sold: 0,
  total_fees: 0,
  fill_count: 1,
  first_fill_at: '2026-11-01T00:00:00.000Z',
  last_fill_at: '2026-11-01T00:00:00.000Z',
  mark_price: 0.41,
  market_value: 4.1,
  unrealized_pnl: 0.1,
  realized_pnl: 0,
  market_status: 'active',
  settlement: null,
  settlement_detail: null,
  payout: null,
  pairs: 0,
  as_of: '2026-11-01T00:00:00.000Z',
  ...of,
})

describe('the money of a subaccount', () => {
  it('is cash and the value of what is held, exact to a millionth', () => {
    const tenths = Array.from({ length: 3 }, (_, place) => held({ svc_id: place, market_value: 0.1 }))
    expect(totalsOf(tenths, [{ balance: 0.1 }, { balance: 0.2 }])).toEqual({
      cash: 0.3,
      value: 0.3,
      unrealized: 0.3,
      equity: 0.6,
      whole: 0.6,
      unpriced: 0,
    })
  })

  it('counts a dollar for each pair of Yes and No, also without a position beside them', () => {
    const pairs = [held({ pairs: 6 }), held({ svc_id: 8, position: 0, market_value: 0, unrealized_pnl: 0, pairs: 2 })]
    expect(totalsOf(pairs, [{ balance: 1 }])).toMatchObject({ value: 12.1, equity: 13.1, whole: 13.1 })
    // The payout of a decided market contains the pairs.
    expect(totalsOf([held({ pairs: 6, settlement: 'redeemable', payout: 16 })], [{ balance: 1 }])).toMatchObject({
      equity: 17,
    })
  })

  it('counts a decided position by its payout, and one that has paid not at all: its payout is cash', () => {
    const decided = held({ settlement: 'decided', market_value: 9, payout: 10 })
    const paid = held({ settlement: 'paid', market_value: 10, payout: 10 })
    expect(totalsOf([decided, paid, held({ position: 0, market_value: 0 })], [{ balance: 1 }])).toMatchObject({
      value: 10,
      equity: 11,
    })
  })

  it('says how many positions have no price', () => {
    const unknown = held({ market_value: null, unrealized_pnl: null })
    expect(totalsOf([held(), unknown], [{ balance: 1 }])).toMatchObject({
      value: 4.1,
      equity: 5.1,
      whole: null,
      unpriced: 1,
    })
    expect(totalsOf([unknown], [{ balance: 1 }])).toMatchObject({ value: null, equity: null, unpriced: 1 })
  })

  it('has no equity if an exchange does not report its cash, or if no account is connected', () => {
    expect(totalsOf([held()], [{ balance: 1 }, { balance: null }])).toMatchObject({ cash: null, equity: null })
    expect(totalsOf([held()], [])).toMatchObject({ cash: null, value: 4.1, equity: null })
  })
})

describe('the quotes that value positions', () => {
  it('are those of the fifty largest open positions, in an order that does not change with prices', () => {
    const many = Array.from({ length: 60 }, (_, place) => held({ svc_id: 60 - place, market_value: place }))
    const ids = valuedFirst([held({ svc_id: 99, settlement: 'paid' }), held({ svc_id: 98, position: 0 }), ...many])
    expect(ids).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
  })
})

describe('cash', () => {
  const group = { subaccount_id: 'one', positions: [held()] }
  const filledAt = Date.parse('2026-11-01T00:00:00.000Z')
  const cashAt = (ms: number, exchange_name = 'EXCHANGE_A') => ({
    subaccount_id: 'one',
    exchange_name,
    as_of: new Date(filledAt + ms).toISOString(),
  })

  it('is read again until it counts the last fill of its account', () => {
    expect(isBehind(group, [cashAt(4_000)], filledAt + 4_000)).toBe(true)
    expect(isBehind(group, [cashAt(5_001)], filledAt + 5_001)).toBe(false)
    expect(isBehind(group, [cashAt(0, 'EXCHANGE_B')], filledAt)).toBe(false)
  })

  it('is read again until it counts the payout of a market', () => {
    const paidAt = new Map([[group.positions[0]?.svc_id ?? 0, filledAt + 60_000]])
    expect(isBehind(group, [cashAt(64_000)], filledAt + 64_000, paidAt)).toBe(true)
    expect(isBehind(group, [cashAt(65_001)], filledAt + 65_001, paidAt)).toBe(false)
  })

  it('is not read without end if the clocks differ', () => {
    expect(isBehind(group, [cashAt(-60_000)], filledAt + 15_000)).toBe(false)
  })
})

describe('positions', () => {
  const cash = (balance: number | null, as_of = '2026-11-01T00:00:10.000Z') => [
    { exchange_name: 'EXCHANGE_A', balance, as_of },
  ]
  const before = { positions: [held()], cash: cash(100, '2026-11-01T00:00:00.000Z') }
  const asked = '2026-11-01T00:00:09.999Z'

  it('are read again where cash changed and they show no fill that explains it', () => {
    expect(isAhead(before, { positions: [held()], cash: cash(90) }, asked)).toBe(true)
    expect(isAhead(before, { positions: [held()], cash: cash(90) }, null)).toBe(true)
    expect(
      isAhead(before, { positions: [held({ exchange_name: 'EXCHANGE_B', svc_id: 8 }), held()], cash: cash(90) }, asked),
    ).toBe(true)
  })

  it('belong to the cash once they show a fill or a payout, or were read after it', () => {
    const filled = held({ last_fill_at: '2026-11-01T00:00:09.000Z' })
    expect(isAhead(before, { positions: [filled], cash: cash(90) }, asked)).toBe(false)
    expect(isAhead(before, { positions: [held({ settlement: 'paid' })], cash: cash(110) }, asked)).toBe(false)
    expect(isAhead(before, { positions: [held()], cash: cash(90) }, '2026-11-01T00:00:10.000Z')).toBe(false)
  })

  it('belong to cash that has not changed, or is not known', () => {
    expect(isAhead(before, { positions: [held()], cash: cash(100) }, asked)).toBe(false)
    expect(isAhead(before, { positions: [held()], cash: cash(null) }, asked)).toBe(false)
    expect(isAhead({ positions: [], cash: [] }, { positions: [held()], cash: cash(90) }, asked)).toBe(false)
  })
})

describe('the money of a subaccount', () => {
  const pair = (at: number, isSound: boolean) => ({ one: { positions: [], cash: [], at, isSound } })
  const next = (before: number | null, isSound: boolean, at: number) =>
    soundMoney(before === null ? {} : pair(before, isSound), pair(at, false))['one']?.at

  it('stays as it was while cash does not count the last fill, and no longer than twenty seconds', () => {
    expect(next(0, true, 19_999)).toBe(0)
    expect(next(0, true, 20_000)).toBe(20_000)
    expect(soundMoney(pair(0, true), pair(1, true))['one']?.at).toBe(1)
  })

  it('is shown as it is if none is known that was whole', () => {
    expect(next(null, false, 1)).toBe(1)
    expect(next(0, false, 1)).toBe(1)
  })
})
