/** A market stays in the list of what is watched when its last stop is gone; somebody has to look. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/clock.ts'
import type { ComplexOrderStore, WatchedMarket } from '#ports/complex-order-store.ts'
import { ANY_PRICE } from '../contingent/end-market.ts'
import { marketMemory, type QuoteMemory } from './quote-memory.ts'

export interface ForgetEmptyDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'crossed' | 'unwatch'>
  readonly memory: QuoteMemory
  readonly clock: Clock
}

const EMPTY_AFTER = 5 * MINUTE

/** A market that asks its index in every look is not looked at longer for that. */
const EMPTY_AT_LAST = 2 * EMPTY_AFTER

/** Comes at the end of a look that began at that time. */
export const forgetEmpty = async (deps: ForgetEmptyDeps, market: WatchedMarket, beganAt: Millis): Promise<void> => {
  const now = deps.clock()
  const memory = marketMemory(deps.memory, market.svcId, now)
  const unseenFor = now - memory.emptyCheckedAt
  if (unseenFor < EMPTY_AFTER || now - market.armedAt < EMPTY_AFTER) return
  const seenEmpty = memory.emptyAt !== null && memory.emptyAt >= beganAt
  // One question for each market is what a look may cost: where this one has asked already, the next may not have to.
  const asked = memory.look !== null && memory.look.at >= beganAt
  if (asked && !seenEmpty && unseenFor < EMPTY_AT_LAST) return
  memory.emptyCheckedAt = now
  const armed = seenEmpty ? [] : await deps.complexOrders.crossed(market.svcId, ANY_PRICE, 1)
  if (armed.length === 0) await deps.complexOrders.unwatch(market)
}
