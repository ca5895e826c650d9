/** The gain of each tag. */

import { expect, it } from 'vitest'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import { newLedger } from '#domain/portfolio/position-ledger.ts'
import { type TaggedFill, tagPnl } from '#domain/portfolio/tag-pnl.ts'

const place = { subaccountId: 's', exchange: 'EXCHANGE_A', svcId: 1, nativeId: 'm' } as const

const fill = (fillId: string, over: Partial<TaggedFill> = {}): TaggedFill => ({
  ...place,
  fillId,
  orderId: 'o',
  tag: 't',
  exchangeAt: 1,
  price: price(400_000),
  qty: qty(10_000_000),
  fee: money(0),
  buyFlag: true,
  status: 'FINAL',
  ...over,
})

const NOTHING = { ledgers: [], reports: [] }

it('a reversed fill counts no more, and a provisional one counts', () => {
  const fills = [fill('a', { status: 'PROVISIONAL' }), fill('b', { status: 'REVERSED', fee: money(70_000) }), fill('c')]
  const [{ fillCount, fees, markets } = expect.fail()] = tagPnl(fills, NOTHING)
  expect(fillCount).toBe(2)
  expect(fees).toBe(money(0))
  expect(markets[0]?.held.position).toBe(qty(20_000_000))
  expect(tagPnl([fill('b', { status: 'REVERSED' })], NOTHING)).toEqual([])
})

it('a late fill counts in the order of time', () => {
  const sold = fill('b', { buyFlag: false, exchangeAt: 3, price: price(600_000) })
  const late = fill('a', { exchangeAt: 1 })
  expect(tagPnl([sold, late], NOTHING)[0]).toMatchObject({ realized: money(2_000_000), unrealized: money(0) })
})

it('an open quantity without a mark has no open gain, and a market that has paid is closed at its payout', () => {
  expect(tagPnl([fill('a')], NOTHING)[0]).toMatchObject({ realized: money(0), unrealized: null })
  const paid = { ...newLedger(place), yesPaid: price(1_000_000) }
  expect(tagPnl([fill('a')], { ledgers: [paid], reports: [] })[0]).toMatchObject({
    realized: money(6_000_000),
    unrealized: money(0),
  })
})

it('fills before an account began again do not count', () => {
  const ledger = { ...newLedger(place), countsFrom: 5 }
  expect(tagPnl([fill('a')], { ledgers: [ledger], reports: [] })).toEqual([])
})
