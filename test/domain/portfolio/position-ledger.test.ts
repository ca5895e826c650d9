/** Ledgers show the sum of all fills, in any order of arrival and after any reversal. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { NO_POSITION, positionOf, realizedPnl, unrealizedPnl } from '#domain/portfolio/position.ts'
import { heldNow, newLedger, recordTrades, recount, settleAt } from '#domain/portfolio/position-ledger.ts'

const PLACE = { subaccountId: 'sub', exchange: 'EXCHANGE_B', svcId: 1, nativeId: '0x1' } as const

const fill = (n: number, at: number, contracts: number, cents: number, status: Fill['status'] = 'FINAL'): Fill => ({
  fillId: String(n).padStart(6, '0'),
  orderId: null,
  subaccountId: 'sub',
  svcId: 1,
  exchange: 'EXCHANGE_B',
  exchangeOrderId: 'order',
  exchangeTradeId: String(n),
  exchangeAt: at,
  price: price(cents * 10_000),
  qty: qty(Math.abs(contracts) * ONE),
  fee: money(1_000),
  buyFlag: contracts > 0,
  isMaker: false,
  status,
})

const NOW = 1_000_000

describe('a ledger', () => {
  it('is exact for fills in order of time, and needs no recount', () => {
    const fills = [fill(1, 10, 10, 40), fill(2, 20, -4, 50), fill(3, 30, -16, 60)]
    const ledger = fills.reduce((held, one) => recordTrades(held, [one], [], NOW), newLedger(PLACE))
    expect(ledger.held).toEqual(positionOf(fills))
    expect(ledger).toMatchObject({ rough: false, fillsStored: 3, lastFillId: '000003' })
  })

  it('is rough after a late fill, and exact except the split of its gains', () => {
    const [first, second, third] = [fill(1, 10, 10, 40), fill(2, 20, -10, 50), fill(3, 30, 5, 30)]
    const inOrder = [third, first, second].reduce((held, one) => recordTrades(held, [one], [], NOW), newLedger(PLACE))
    expect(inOrder).toMatchObject({ rough: true, held: { position: 5 * ONE, lastFillAt: 30, firstFillAt: 10 } })
    expect(recount(inOrder, [second, third, first], NOW)).toMatchObject({
      rough: false,
      lastFillId: '000003',
      held: positionOf([first, second, third]),
    })
  })

  it('orders two fills of one moment by their ids', () => {
    const [first, second] = [fill(1, 10, 10, 40), fill(2, 10, -10, 50)]
    expect(recordTrades(recordTrades(newLedger(PLACE), [first], [], NOW), [second], [], NOW).rough).toBe(false)
    expect(recordTrades(recordTrades(newLedger(PLACE), [second], [], NOW), [first], [], NOW).rough).toBe(true)
  })

  it('does not count reversed fills', () => {
    const [kept, doomed] = [fill(1, 10, 10, 40), fill(2, 20, 5, 80, 'PROVISIONAL')]
    const ledger = recordTrades(newLedger(PLACE), [kept, doomed], [], NOW)
    expect(ledger).toMatchObject({ provisional: 1, held: { position: 15 * ONE } })
    const reversed = { ...doomed, status: 'REVERSED' as const }
    const after = recordTrades(ledger, [], [reversed], NOW)
    expect(after).toMatchObject({
      provisional: 0,
      rough: true,
      fillsStored: 2,
      held: { position: 10 * ONE, fillCount: 1 },
    })
    expect(recount(after, [kept, reversed], NOW)?.held).toEqual(positionOf([kept]))
  })

  it('is not recounted from fewer fills than stored, nor from old versions of them', () => {
    const [kept, doomed] = [fill(1, 10, 10, 40), fill(2, 20, 5, 80, 'PROVISIONAL')]
    const ledger = recordTrades(newLedger(PLACE), [kept, doomed], [], NOW)
    const after = recordTrades(ledger, [], [{ ...doomed, status: 'REVERSED' }], NOW)
    expect(recount(after, [kept], NOW)).toBeNull()
    expect(recount(after, [kept, doomed], NOW)).toBeNull()
  })

  it('is not recounted from old versions with the same position', () => {
    const both = [fill(1, 10, 10, 40, 'PROVISIONAL'), fill(2, 20, -10, 80, 'PROVISIONAL')]
    const gone = both.map((one) => ({ ...one, status: 'REVERSED' as const }))
    const after = recordTrades(recordTrades(newLedger(PLACE), both, [], NOW), [], gone, NOW)
    expect(recount(after, both, NOW)).toBeNull()
    expect(recount(after, gone, NOW)).toMatchObject({ held: NO_POSITION, lastFillId: null, rough: false })
  })

  it('continues after the newest fill that counts, even after a recount', () => {
    const [kept, doomed] = [fill(1, 10, 10, 40), fill(2, 20, 5, 80, 'REVERSED')]
    const ledger = recordTrades(newLedger(PLACE), [kept, doomed], [], NOW)
    expect(recount(ledger, [doomed, kept], NOW)).toMatchObject({ lastFillId: kept.fillId, held: { lastFillAt: 10 } })
  })

  it.each([
    [10, 1, 6],
    [10, 0, -4],
    [-10, 1, -6],
    [10, 0.5, 1],
  ])('of %d contracts at 0.40 in a market that pays %d has gained %d', (contracts, pays, gained) => {
    const paid = settleAt(
      recordTrades(newLedger(PLACE), [{ ...fill(1, 10, contracts, 40), fee: money(0) }], [], NOW),
      price(pays * ONE),
      NOW,
    )
    expect(heldNow(paid).position).toBe(0)
    expect(realizedPnl(heldNow(paid)) / ONE).toBe(gained)
  })

  it('pays fills after the decision, too', () => {
    const paid = settleAt(recordTrades(newLedger(PLACE), [fill(1, 10, 10, 40)], [], NOW), price(ONE), NOW)
    const later = recordTrades(paid, [fill(2, 20, 10, 90)], [], NOW)
    expect(heldNow(later)).toMatchObject({ position: 0, fillCount: 2 })
    expect(realizedPnl(heldNow(later)) / ONE).toBeCloseTo(7 - 0.002, 9)
  })
})

describe('for random fills in any order and batches, with later reversals', () => {
  const random = fc.record({
    fills: fc.array(
      fc.record({
        at: fc.integer({ min: 1, max: 12 }),
        contracts: fc.integer({ min: -50, max: 50 }).filter((one) => one !== 0),
        cents: fc.integer({ min: 1, max: 99 }),
        fate: fc.constantFrom<Fill['status']>('FINAL', 'PROVISIONAL', 'REVERSED'),
        isTold: fc.boolean(),
      }),
      { minLength: 1, maxLength: 25 },
    ),
    order: fc.infiniteStream(fc.nat()),
    batch: fc.integer({ min: 1, max: 5 }),
  })

  it('quantities, costs, fees and total gain are always exact, and a recount makes the rest exact', () => {
    fc.assert(
      fc.property(random, ({ fills, order, batch }) => {
        // A fill that ends as FINAL or REVERSED may first be reported as PROVISIONAL.
        const last = fills.map(({ at, contracts, cents, fate }, n) => fill(n, at, contracts, cents, fate))
        const first = last.map((one, n) =>
          fills[n]?.isTold === true ? { ...one, status: 'PROVISIONAL' as const } : one,
        )
        const shuffled = first.map((one) => ({ one, key: order.next().value })).sort((a, b) => a.key - b.key)
        let ledger = newLedger(PLACE)
        for (let start = 0; start < shuffled.length; start += batch) {
          const some = shuffled.slice(start, start + batch).map(({ one }) => one)
          ledger = recordTrades(ledger, some, [], NOW)
        }
        const settled = last.filter((one, n) => first[n]?.status === 'PROVISIONAL' && one.status !== 'PROVISIONAL')
        ledger = recordTrades(ledger, [], settled, NOW)

        const truth = positionOf(last)
        const { openCost, realized, firstFillAt: _, lastFillAt: __, ...sums } = ledger.held
        const { openCost: open, realized: gained, firstFillAt: ___, lastFillAt: ____, ...exact } = truth
        expect(sums).toEqual(exact)
        expect(realized - openCost).toBe(gained - open)
        expect(ledger.provisional).toBe(last.filter(({ status }) => status === 'PROVISIONAL').length)
        if (!ledger.rough) expect(ledger.held).toEqual(truth)
        const counted = recount(ledger, last, NOW)
        expect(counted?.held).toEqual(truth)
        expect(counted?.rough).toBe(false)
      }),
    )
  })

  it('realized and open amounts have the same sum after any recount', () => {
    const late = recordTrades(newLedger(PLACE), [fill(2, 20, -10, 70)], [], NOW)
    const rough = recordTrades(late, [fill(1, 10, 10, 30), fill(3, 15, 4, 50)], [], NOW)
    const mark = price(550_000)
    const counted = recount(rough, [fill(1, 10, 10, 30), fill(2, 20, -10, 70), fill(3, 15, 4, 50)], NOW)
    const total = (held = NO_POSITION) => realizedPnl(held) + unrealizedPnl(held, mark)
    expect(Math.abs(total(rough.held) - total(counted?.held))).toBeLessThanOrEqual(1)
  })
})
