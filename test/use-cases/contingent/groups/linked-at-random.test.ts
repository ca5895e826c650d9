/**
 * Linked stops through whatever can happen: prices, fills in part, doubled and late, cancels, refusals, lost and doubled messages,
 * consumers that die. The exchange's own count of what traded is the judge.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isFinal } from '#domain/orders/status.ts'
import { contracts } from '#test/domain/contingent/complex-samples.ts'
import { type GroupDesk, openGroupDesk } from '#test/support/contingent/group-desk.ts'
import { apply, type Linked, linkedStops, type Move, moves, plantLinked } from '#test/support/contingent/group-moves.ts'
import { expectSound, type Seen } from '#test/support/contingent/group-rules.ts'
import { playedOn, rounds } from '#test/support/run/plays.ts'

/** Even if everything on the book filled, and everything on its way arrived and filled. */
const expectNoMoreThanRequested = ({ orders, simulated }: GroupDesk, requested: number): void => {
  let most = 0
  for (const { orderId, origin, qty, suspended, status } of orders.values()) {
    if (origin.kind !== 'linked') continue
    if (simulated.has(orderId)) most += simulated.matched(orderId) + simulated.open(orderId)
    else if (!suspended && !isFinal(status)) most += qty
  }
  expect(most).toBeLessThanOrEqual(requested)
}

/** No stop waits for a price once nothing is left, and no order is held except behind a resting one. */
const expectNoneForgotten = ({ orders, complexOrders, simulated }: GroupDesk, requests: number): void => {
  const linked = [...orders.values()].filter(({ origin }) => origin.kind === 'linked')
  const rests = linked.some(({ orderId }) => simulated.open(orderId) > 0)
  for (const { orderId, suspended, status } of linked)
    expect(suspended && !isFinal(status) && !rests, orderId).toBe(false)
  const traded = linked.reduce((sum, { orderId }) => sum + simulated.matched(orderId), 0)
  const waiting = [...complexOrders.values()].filter(isConditional).filter(({ linkId }) => linkId !== null)
  for (const { complexOrderId, status, armedQty } of waiting) {
    if (status === 'ACTIVE') expect(armedQty, complexOrderId).toBeLessThanOrEqual(requests - traded)
    if (status === 'ACTIVE') expect(traded, complexOrderId).toBeLessThan(requests)
    expect(status, complexOrderId).not.toBe('PENDING')
  }
}

const play = async (exchange: ExchangeName, planted: readonly Linked[], steps: readonly Move[]): Promise<void> => {
  const desk = openGroupDesk(exchange)
  const requestedAt = contracts(Math.max(...planted.map(({ qty }) => qty)))
  const stems = await plantLinked(desk, planted)
  const seen: Seen = new Map()
  for (const step of steps) {
    await apply(desk, stems, step)
    expectSound(desk, seen)
    expectNoMoreThanRequested(desk, requestedAt)
  }
  desk.queues.copies = () => 1
  desk.spare()
  Object.assign(desk.luck, { refusals: 0, share: 1 })
  for (let round = 0; round < 6; round += 1) {
    for (const orderId of [...desk.simulated.booked.keys()]) {
      desk.settleTrades(orderId, 'FINAL')
      await desk.catchUp(orderId)
    }
    await desk.pass(30_000, 2_000)
    expectSound(desk, seen)
    expectNoMoreThanRequested(desk, requestedAt)
  }
  expectNoneForgotten(desk, requestedAt)
}

describe.each(playedOn('EXCHANGE_A'))('on %s, whatever happens to linked stops', (exchange) => {
  it('they never trade more than one of them asks for, and none is forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(linkedStops, moves, (planted, steps) => play(exchange, planted, steps)),
      { numRuns: rounds(150) },
    )
  }, 600_000)
})
