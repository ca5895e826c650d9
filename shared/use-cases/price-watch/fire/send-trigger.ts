/** Sends an armed stop that a price has reached to the trigger queue. */

import type { Price } from '#domain/kernel/numbers.ts'
import type { WatchedPrice } from '#domain/markets/mark-price.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { WatchedStop } from '#ports/price-watch/watch-store.ts'
import type { Queues } from '#ports/work/queues.ts'

/** A price that fires a stop. */
export interface TriggerHit extends WatchedPrice {
  /** Level of a trailing stop. */
  readonly stopPrice?: Price
}

export interface SendTriggerDeps {
  readonly queues: Queues
  readonly log: Log
}

/**
 * Sends a stop with the price that fires it. Returns whether the queue accepted the message. A stop fires once, however often it is sent.
 * The `group` is the fairness group of the message: a message that fails delays only its own group.
 */
export const sendTrigger = async (
  { queues, log }: SendTriggerDeps,
  { complexOrderId }: Pick<WatchedStop, 'complexOrderId'>,
  hit: TriggerHit,
  group: string,
): Promise<boolean> => {
  try {
    await queues.send('fire-trigger', { complexOrderId, ...hit }, { group })
    log.metric('TriggersCrossed', 1)
    return true
  } catch (error) {
    log.error('triggered stop not sent', { complexOrderId, error: String(error) })
    return false
  }
}
