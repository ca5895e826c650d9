/** Sends of one order while every call may fail, take effect unseen, take long, or be the last of its process. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '#domain/orders/order.ts'
import { decide } from '#domain/orders/send/decide.ts'
import { isFinal } from '#domain/orders/status.ts'
import { rounds } from '#test/support/run/plays.ts'
import { luckOf } from '#test/support/sends/luck.ts'
import { randomOrder } from '#test/support/sends/random-order.ts'
import { type Happening, playSends } from '#test/support/sends/send-world.ts'
import { executeOrder } from '#use-cases/orders/send/execute-order.ts'

const play = (check: (happened: readonly Happening[]) => void): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => check(await playSends(executeOrder, seed))),
    { numRuns: rounds(3_000) },
  )

describe('an order under random events', () => {
  it('is sent once for each claim, after the claim was stored with its identity', () =>
    play((happened) => {
      let claim: Order | undefined
      let toSave: Order | undefined
      for (const { name, order, answer, sent } of happened) {
        if (name === 'to save') toSave = order
        if (name === 'save answers') claim = answer === true ? toSave : undefined
        if (name !== 'to submit') continue
        expect(claim?.sendState).toBe('in_flight')
        expect(claim?.lease).not.toBeNull()
        expect(claim?.attempt?.identity).toBe(sent?.attempt.identity)
        expect(claim !== undefined && isFinal(claim.status)).toBe(false)
        claim = undefined
      }
    }))

  it('gets the same decision from the same facts, and either reads a fact or takes a step', () =>
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const order = randomOrder(luckOf(seed), 'one', 1_000_000)
        const facts = { startedAt: 1_000_000, slippage: 20_000 }
        const step = decide(order, facts, 1_000_000)
        expect(['read', 'lease', 'expire', 'store', 'done']).toContain(step.kind)
        expect(decide(order, facts, 1_000_000)).toEqual(step)
      }),
      { numRuns: rounds(3_000) },
    ))
})
