/** Fees of fills at the simulated EXCHANGE_B, through the adapter. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, qty } from '#domain/kernel/numbers.ts'
import { rounds } from '#test/support/run/plays.ts'
import { openDesk } from '../desk.ts'

const levels = fc.array(fc.tuple(fc.integer({ min: 30, max: 33 }), fc.integer({ min: 1, max: 999 })), {
  minLength: 1,
  maxLength: 5,
})

describe('the fee of a fill', () => {
  it('equals the fee in the ledger of the exchange, however many orders a match meets', async () => {
    await fc.assert(
      fc.asyncProperty(levels, async (asks) => {
        // A client has calls for a few orders only.
        const desk = await openDesk()
        await desk.book({ asks: asks.map(([cents, shares]) => [cents / 100, 5 + shares / 100] as const) })
        const total = asks.reduce((sum, [, shares]) => sum + 500 + shares, 0)
        await desk.placed(await desk.prepared({ timeInForce: 'IOC', price: price(400_000), qty: qty(total * 10_000) }))
        await desk.simulated.pass(2_000)
        const { fills } = await desk.truth()
        const charged = new Map(fills.map(({ id, fee }) => [id, Math.round(fee * 1e6)]))
        const ours = new Map((await desk.fills()).map(({ tradeId, fee }) => [tradeId, fee]))
        await desk.simulated.close()
        expect(ours.size).toBeGreaterThan(0)
        expect(ours).toEqual(charged)
      }),
      { numRuns: rounds(20) },
    )
  })
})
