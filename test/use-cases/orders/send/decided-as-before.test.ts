/** The decided sends beside the sends before them: the same histories lead to the same calls in the same order, and to the same orders. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rounds } from '#test/support/run/plays.ts'
import { type Happening, playSends } from '#test/support/sends/send-world.ts'
import { executeOrder as before } from '#use-cases/orders/send/before/execute-order.ts'
import { executeOrder } from '#use-cases/orders/send/execute-order.ts'

const told = (happened: readonly Happening[]): readonly string[] =>
  happened.map(({ name, given }) => `${name} ${given}`)

it('an order is sent as before, whatever happens', { timeout: 3_600_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      expect(told(await playSends(executeOrder, seed))).toEqual(told(await playSends(before, seed)))
    }),
    { numRuns: rounds(5_000) },
  ),
)
