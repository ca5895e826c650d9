/** Tests the hours that get a point of an account, and the value of its positions. */

import { describe, expect, it } from 'vitest'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { DAY, HOUR, MINUTE } from '#domain/kernel/time.ts'
import {
  type EquityDay,
  emptyEquityDay,
  isQuietEnough,
  needsPoint,
  totalValue,
  withPoint,
} from '#domain/portfolio/equity-day.ts'
import type { HeldPosition } from '#domain/portfolio/held-position.ts'
import { NO_POSITION } from '#domain/portfolio/position.ts'

const ACCOUNT = { subaccountId: '0190d3f4-7c8e-7abc-8def-0123456789ab', exchange: 'EXCHANGE_A' } as const
const MIDNIGHT = 20_000 * DAY
const at = (hour: number) => MIDNIGHT + hour * HOUR + 7 * MINUTE

const dayWith = (hour: number, cash: number | null, value: number | null): EquityDay =>
  withPoint(
    emptyEquityDay(ACCOUNT, at(hour)),
    { cash: cash === null ? null : money(cash), positionsValue: value === null ? null : money(value) },
    at(hour),
  )

describe('the hours that get a point', () => {
  it('an account that holds something has one point each hour', () => {
    expect(needsPoint(emptyEquityDay(ACCOUNT, at(9)), true, at(9))).toBe(true)
    expect(needsPoint(dayWith(9, 5, 7), true, at(9) + 30 * MINUTE)).toBe(false)
    expect(needsPoint(dayWith(9, 5, 7), true, at(10))).toBe(true)
  })

  it('an account that holds nothing has one point each day', () => {
    expect(needsPoint(emptyEquityDay(ACCOUNT, at(9)), false, at(9))).toBe(true)
    expect(needsPoint(dayWith(9, 5, 0), false, at(10))).toBe(false)
    expect(needsPoint(dayWith(9, 5, 0), false, at(23))).toBe(false)
  })

  it('the end of the last position has a point too, and so has cash that was unknown before', () => {
    expect(needsPoint(dayWith(9, 5, 7), false, at(10))).toBe(true)
    expect(needsPoint(dayWith(9, 5, null), false, at(10))).toBe(true)
    expect(needsPoint(dayWith(9, null, 0), false, at(10))).toBe(true)
  })

  it('a day begins at 00:00 UTC and counts its hours from there', () => {
    expect(dayWith(23, 5, 7)).toMatchObject({ startsAt: MIDNIGHT, points: [{ hour: 23, cash: 5, positionsValue: 7 }] })
  })

  it('a poll with trades waits for a quiet one, half an hour at most', () => {
    expect(isQuietEnough(false, at(9))).toBe(true)
    expect(isQuietEnough(true, at(9))).toBe(false)
    expect(isQuietEnough(true, at(9) + 30 * MINUTE)).toBe(true)
  })
})

const HELD: HeldPosition = {
  ...ACCOUNT,
  svcId: 1,
  nativeId: 'A',
  position: 10_000_000,
  fills: NO_POSITION,
  mark: price(400_000),
  marketValue: money(4_000_000),
  unrealizedPnl: money(0),
  realizedPnl: money(0),
  settlement: null,
  settlementDetail: null,
  payout: null,
  pairs: qty(0),
  closed: false,
  asOf: 0,
}

describe('the value of the positions', () => {
  it('is the sum at their marks, and 0 without positions', () => {
    expect(totalValue([])).toBe(0)
    expect(totalValue([HELD, HELD])).toBe(8_000_000)
  })

  it('contains a dollar for each pair of YES and NO', () => {
    expect(totalValue([{ ...HELD, pairs: qty(3_000_000) }])).toBe(7_000_000)
  })

  it('is unknown if one position has no mark', () => {
    expect(totalValue([HELD, { ...HELD, mark: null, marketValue: null }])).toBeNull()
  })

  it('counts a decided position with its payout until it is paid', () => {
    const decided = { ...HELD, settlement: 'redeemable', payout: money(10_000_000) } as const
    expect(totalValue([decided])).toBe(10_000_000)
    expect(totalValue([{ ...decided, marketValue: null }])).toBe(10_000_000)
    expect(totalValue([{ ...decided, settlement: 'paid' }])).toBe(0)
  })
})
