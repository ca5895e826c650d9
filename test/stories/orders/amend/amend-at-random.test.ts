/**
 * One order that is changed, filled and cancelled at random, while answers and messages get lost and consumers die. At no moment more than
 * the larger total is filled or can fill, and in the end ledger and order agree.
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { rounds } from '#test/support/run/plays.ts'
import { startWorld, type World } from '../../../support/world.ts'

type Move =
  | { readonly kind: 'amend'; readonly qty: number | null; readonly cents: number | null }
  | { readonly kind: 'trade'; readonly qty: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'fault'; readonly call: 'amend' | 'cancel' | 'create'; readonly how: string }
  | { readonly kind: 'lose_messages'; readonly on: boolean }
  | { readonly kind: 'kill'; readonly queue: string; readonly at: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('amend' as const),
      qty: fc.option(fc.integer({ min: 5, max: 60 })),
      cents: fc.option(fc.integer({ min: 38, max: 45 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('trade' as const), qty: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      call: fc.constantFrom('amend' as const, 'cancel' as const, 'create' as const),
      how: fc.constantFrom('drop_before', 'drop_after', 'duplicate'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose_messages' as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('kill' as const),
      queue: fc.constantFrom('execute-order', 'cancel-order', 'sync-account'),
      at: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 15 }) }) },
)

interface LedgerOrder {
  readonly qty: number
  readonly filled_qty: number
  readonly status: string
}

/** Filled plus resting quantity of the account at the exchange: the most that this order can still reach. */
const reachable = async (world: World): Promise<number> => {
  const { accounts } = await world.simulated.ledger()
  const { orders } = accounts.find(({ id }: { id: string }) => id === 'story')
  return orders.reduce(
    (sum: number, { qty, filled_qty, status }: LedgerOrder) => sum + (status === 'resting' ? qty : filled_qty),
    0,
  )
}

const play = async (exchange: ExchangeName, moves: readonly Move[]): Promise<void> => {
  const world = await startWorld({ exchange, staleReadsMs: 900 })
  try {
    await world.simulated.book([[0.3, 10_000]], [[0.6, 10_000]])
    const id = await world.place({ price: 0.41, qty: 20 })
    await world.pass('5s')
    let expected = 20
    const check = async (): Promise<void> => {
      const { qty, traded_qty, last_amend } = await world.order(id)
      const most = last_amend?.status === 'PENDING' ? Math.max(qty, expected) : qty
      expect(await reachable(world)).toBeLessThanOrEqual(most)
      expect(traded_qty).toBeLessThanOrEqual(most)
    }
    for (const step of moves) {
      await carryOut(world, id, step, (qty) => {
        expected = qty
      })
      await check()
    }
    world.queues.copies = () => 1
    await world.simulated.noFaults()
    await world.pass('8m', 5)
    await world.agree()
    await check()
    const quiet = await world.order(id)
    expect(quiet.last_amend?.status).not.toBe('PENDING')
    await world.simulated.trade(0.3, 500, false)
    await world.pass('2m', 5)
    await world.agree()
    const { status, qty, traded_qty } = await world.order(id)
    expect(status).toMatch(/EXECUTED|CANCELLED/)
    if (quiet.status === 'RESTING' || quiet.status === 'PARTIALLY_FILLED')
      expect([status, traded_qty]).toEqual(['EXECUTED', qty])
  } finally {
    await world.stop()
  }
}

const carryOut = async (world: World, id: string, step: Move, requested: (qty: number) => void): Promise<void> => {
  switch (step.kind) {
    case 'amend': {
      const { qty, cents } = step
      const body = { ...(qty === null ? {} : { qty }), ...(cents === null ? {} : { price: cents / 100 }) }
      const answer = await world.patch(`/v1/orders/${id}`, body)
      if (answer.status === 202 && answer.body.last_amend?.status === 'PENDING') requested(qty ?? answer.body.qty)
      return
    }
    case 'trade':
      await world.simulated.trade(0.38, step.qty, false)
      return
    case 'cancel':
      await world.delete(`/v1/orders/${id}`)
      return
    case 'fault': {
      const call = world.simulated.calls[step.call]
      if (call !== undefined) await world.simulated.fault({ ...call, kind: step.how, times: 2 })
      return
    }
    case 'lose_messages':
      world.queues.copies = step.on ? (message) => (message.group.endsWith(':swept') ? 1 : 0) : () => 1
      return
    case 'kill':
      world.killNext(step.queue, step.at)
      return
    case 'wait':
      await world.pass(`${step.seconds}s`)
  }
}

describe.each(EXCHANGE_NAMES)('an order on %s that is changed, filled and cancelled at random', (exchange) => {
  it('can never fill more than the larger total, and ends as the ledger shows', { timeout: 600_000 }, () =>
    fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 6, maxLength: 30 }), (moves) => play(exchange, moves)),
      { numRuns: rounds(15) },
    ),
  )
})
