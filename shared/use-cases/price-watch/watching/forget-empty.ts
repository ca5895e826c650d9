/** Removes a market from the watched ones after its last stop is gone: no write does that. */

import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { marketMemory, type QuoteMemory } from './quote-memory.ts'

export interface ForgetEmptyDeps {
  readonly complexOrders: Pick<WatchStore, 'isAnyArmed' | 'unwatch'>
  readonly memory: QuoteMemory
  readonly clock: Clock
}

const EMPTY_AFTER = 5 * MINUTE

/** After this long it is checked even in a look that has asked the trigger index before. */
const EMPTY_AT_LAST = 2 * EMPTY_AFTER

/** Called at the end of a look that began at `beganAt`. */
export const forgetEmpty = async (deps: ForgetEmptyDeps, market: WatchedMarket, beganAt: Millis): Promise<void> => {
  const now = deps.clock()
  const memory = marketMemory(deps.memory, market.svcId, now)
  const unseenFor = now - memory.emptyCheckedAt
  if (unseenFor < EMPTY_AFTER || now - market.armedAt < EMPTY_AFTER) return
  const seenEmpty = memory.emptyAt !== null && memory.emptyAt >= beganAt
  // A look may cost one query per market: where this look has asked already, a later one may not have to.
  const asked = memory.look !== null && memory.look.at >= beganAt
  if (asked && !seenEmpty && unseenFor < EMPTY_AT_LAST) return
  memory.emptyCheckedAt = now
  if (!(await deps.complexOrders.isAnyArmed(market.svcId))) await deps.complexOrders.unwatch(market)
}
