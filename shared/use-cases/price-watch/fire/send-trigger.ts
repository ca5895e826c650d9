/** Sends an armed stop that a price has reached to the trigger queue. */

import type { MarketRef } from '#domain/markets/market.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { Crossing } from '../compare/trailing-stops.ts'

export interface SendTriggerDeps {
  readonly queues: Queues
  readonly log: Log
}

/** Messages at the same time. */
export const SENDS_AT_ONCE = 32

/** The fairness group of its message: the stops of a market go before those of no other market. A message that fails keeps no other waiting. */
export const groupOf = ({ svcId }: Pick<MarketRef, 'svcId'>): string => String(svcId)

/** Sends a stop with the price that fires it. It fires once, however often it is sent. Returns whether the queue took it. */
export const sendTrigger = async (
  { queues, log }: SendTriggerDeps,
  { complexOrderId }: Pick<WatchedStop, 'complexOrderId'>,
  crossing: Crossing,
  group: string,
): Promise<boolean> => {
  try {
    await queues.send('fire-trigger', { complexOrderId, ...crossing }, { group })
    log.metric('TriggersCrossed', 1)
    return true
  } catch (error) {
    log.error('a stop that should fire could not be sent', { complexOrderId, error: String(error) })
    return false
  }
}
