/** Stores the new level of a trailing stop, together with the SL that armed it. */

import type { Conditional } from '#domain/contingent/conditional.ts'
import { ratchet } from '#domain/contingent/transitions.ts'
import { hasMoved } from '#domain/contingent/trigger/trailing.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'
import { findConditional } from '../find-conditional.ts'

export interface RatchetStopDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'>
  readonly clock: Clock
}

/** Minimum time between two stored levels of one stop, in ms. */
export const RATCHET_EVERY = 5 * SECOND

/** Returns the stored level, which never moves back. `not_armed`: the stop has fired or was cancelled. */
export const ratchetStop = (
  deps: RatchetStopDeps,
  complexOrderId: string,
  stopPrice: Price,
): Promise<Price | null | 'not_armed'> =>
  retryOnConflict(`complex order ${complexOrderId}`, async () => {
    const stop = await findConditional(deps, complexOrderId)
    if (stop?.status !== 'ACTIVE') return 'not_armed'
    const now = deps.clock()
    if (!isDue(stop, stopPrice, now)) return stop.stopPrice
    const moved = ratchet(stop, stopPrice, now)
    if (moved === stop) return stop.stopPrice
    const head = await findConditional(deps, stop.armedBy)
    const changed = head === null ? [moved] : [moved, ratchet(head, stopPrice, now)]
    const changedComplexOrders = changed.filter((one) => one !== head)
    return (await deps.complexOrders.save({ changedComplexOrders, isWatched: true })) ? moved.stopPrice : AGAIN
  })

/** Limits writes to one in five seconds and one for each step, for all runs together: runs of the price watch overlap. */
const isDue = ({ trail, stopPrice, updatedAt }: Conditional, to: Price, now: Millis): boolean =>
  trail !== null && hasMoved(trail, stopPrice, to) && (stopPrice === null || now - updatedAt >= RATCHET_EVERY)
