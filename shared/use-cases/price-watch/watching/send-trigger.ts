/** Sends an armed stop that a price has reached to the trigger queue. */

import { hashOf } from '#domain/kernel/hash.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { Crossing } from './follow-trails.ts'
import type { QuoteMemory } from './quote-memory.ts'

export interface SendTriggerDeps {
  readonly queues: Queues
  readonly memory: Pick<QuoteMemory, 'sent'>
  readonly log: Log
}

/** Messages at the same time. */
export const SENDS_AT_ONCE = 32

/** After how long a stop that is still armed is sent again; longer where many fire at once. */
export const SEND_AGAIN_AFTER = 10 * SECOND
const TIME_FOR_EACH = 30

/** The same where so many fire at once. */
export const patienceFor = (firing: number): number => Math.max(SEND_AGAIN_AFTER, TIME_FOR_EACH * firing)

/**
 * The group of its message, whose turns are shared: the stops of a market stand before those of no other market, and the stops of one user
 * hardly before those of another. The queue is no FIFO one, so that a message that fails holds up no other.
 */
export const groupOf = ({ svcId }: Pick<MarketRef, 'svcId'>, { owner }: Pick<WatchedStop, 'owner'>): string =>
  `${svcId}.${owner === null ? 0 : hashOf(owner) % GROUPS_EACH}`

/** Groups of one market. */
const GROUPS_EACH = 64

/** Sends a stop with the price that fires it. It fires once, however often it is sent. False: the queue did not take it. */
export const sendTrigger = async (
  { queues, memory, log }: SendTriggerDeps,
  { complexOrderId }: Pick<WatchedStop, 'complexOrderId'>,
  crossing: Crossing,
  now: Millis,
  group: string,
): Promise<boolean> => {
  try {
    await queues.send('fire-trigger', { complexOrderId, ...crossing }, { group })
    memory.sent.set(complexOrderId, now)
    log.metric('TriggersCrossed', 1)
    return true
  } catch (error) {
    // The next poll sends it again.
    log.error('a stop that should fire could not be sent', { complexOrderId, error: String(error) })
    return false
  }
}
