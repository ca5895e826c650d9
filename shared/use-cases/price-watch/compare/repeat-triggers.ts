/** Sends reached stops again while they stay armed: their messages may be lost. */

import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { TRADE_COUNTS_FOR } from '#domain/markets/mark-price.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { sendReached } from '../fire/send-reached.ts'
import type { SendTriggerDeps } from '../fire/send-trigger.ts'
import type { ArmedStops, ReachedStop } from '../watch-state.ts'
import { type ReadStopsDeps, readNow } from './armed-stops.ts'

/** Time of a stop to fire before it is sent again: longer if many fire together, and a minute at most. */
const SEND_AGAIN_AFTER = 10 * SECOND
const TIME_FOR_EACH = 30
const timeToFire = (stops: number): number => Math.min(MINUTE, Math.max(SEND_AGAIN_AFTER, TIME_FOR_EACH * stops))

/**
 * Reads the markets of overdue stops again, and sends the stops that are still armed with the price that reached them. A price fires
 * nothing after two minutes: such a stop is compared again. Returns the markets with a stop that was not known before.
 */
export const repeatTriggers = async (deps: ReadStopsDeps & SendTriggerDeps): Promise<readonly WatchedMarket[]> => {
  const { memory } = deps
  const now = deps.clock()
  const patience = timeToFire(memory.reached.size)
  const due = [...memory.reached.values()].filter(({ sentAt }) => now - sentAt >= patience)
  if (due.length === 0) return []
  const grown = await readNow(deps, [...new Map(due.map(({ market }) => [market.svcId, market])).values()])
  const armed = new Set([...memory.stops.values()].flatMap(shownIds))
  await sendReached(
    deps,
    due.filter((one) => isStillDue(deps, one, !armed.has(one.stop.complexOrderId), now)),
  )
  return grown
}

/** Records the result of the reading, and forgets a stop whose price is too old or that two readings did not show. */
const isStillDue = ({ memory }: ReadStopsDeps, one: ReachedStop, isGone: boolean, now: Millis): boolean => {
  const { complexOrderId } = one.stop
  if ((isGone && one.isGone) || now - one.reachedAt > TRADE_COUNTS_FOR) memory.reached.delete(complexOrderId)
  one.isGone = isGone
  one.sentAt = now
  return !isGone && memory.reached.has(complexOrderId)
}

/** The stops that the last reading of their market showed. */
const shownIds = ({ stops, unshown }: ArmedStops): readonly string[] =>
  stops.map(({ complexOrderId }) => complexOrderId).filter((id) => !unshown.has(id))
