/**
 * Chains and brackets, long and short, through all events: partial, doubled and late fills, reversed trades, prices, cancels, refusals,
 * lost and doubled messages, dying consumers. The exchange's own count of what traded is the judge.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { type GroupDesk, openGroupDesk } from '#test/support/contingent/group-desk.ts'
import { apply, type Forest, forest, type Move, moves, plant } from '#test/support/contingent/group-moves.ts'
import { expectNothingForgotten, expectSound, type Seen } from '#test/support/contingent/group-rules.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'

const play = async (exchange: ExchangeName, planted: Forest, steps: readonly Move[]): Promise<void> => {
  const desk = openGroupDesk(exchange)
  const stems = await plant(desk, planted)
  const seen: Seen = new Map()
  for (const step of steps) {
    await apply(desk, stems, step)
    expectSound(desk, seen)
  }
  await comeToRest(desk, seen)
  expectNothingForgotten(desk)
  for (const order of desk.orders.values())
    if (!isFinal(order.status) && !isExitOrder(order)) await desk.cancelOrder(order.orderId)
  await comeToRest(desk, seen)
  expectNothingForgotten(desk)
}

/** All due work is done, and all events are reported. */
const comeToRest = async (desk: GroupDesk, seen: Seen): Promise<void> => {
  desk.queues.copies = () => 1
  desk.spare()
  Object.assign(desk.luck, { refusals: 0, share: 1 })
  for (let rounds = 0; rounds < 8; rounds += 1) {
    for (const orderId of [...desk.simulated.booked.keys()]) {
      desk.settleTrades(orderId, 'FINAL')
      await desk.catchUp(orderId)
    }
    await desk.pass(30_000, 2_000)
    expectSound(desk, seen)
  }
  expect(desk.queues.waiting).toEqual([])
  for (const orderId of desk.called) expect(isFinal(desk.orders.get(orderId)?.status ?? 'RESTING'), orderId).toBe(true)
}

describe.each(playedOn('EXCHANGE_B'))('on %s, whatever happens to chains and brackets', (exchange) => {
  it('each conditional order ends once, none leaves more than was entered, and none is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(forest, moves, (planted, steps) => play(exchange, planted, steps)),
      { numRuns: rounds(300) },
    )
  }, 600_000)
})
