/** Sends the stops that a price of their market has reached. */

import type { Clock } from '#ports/kernel/clock.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { ReachedStop } from '../watch-state.ts'
import { type SendTriggerDeps, sendTrigger } from './send-trigger.ts'

const SENDS_AT_ONCE = 32

/** Sends each stop, and records when. The group is the market, so the stops of a market delay no other market. */
export const sendReached = (
  deps: SendTriggerDeps & { readonly clock: Clock },
  reached: readonly ReachedStop[],
): Promise<void> =>
  mapConcurrent(SENDS_AT_ONCE, reached, async (one) => {
    const { stop, hit, market } = one
    one.sentAt = (await sendTrigger(deps, stop, hit, String(market.svcId))) ? deps.clock() : 0
  })
