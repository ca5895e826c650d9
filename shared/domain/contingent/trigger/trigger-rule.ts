/** The comparison of a price with a trigger. */

import type { Price } from '../../kernel/numbers.ts'
import type { Conditional } from '../conditional.ts'
import type { TriggerDirection } from './trailing.ts'

/** The trigger of an armed stop. */
export interface Trigger {
  readonly direction: TriggerDirection
  readonly stopPrice: Price
}

/**
 * Returns the direction in which the price reaches the stop. A stop trades with the price as it moves away, a reverse stop as it comes
 * back.
 */
export const directionOf = (stop: Pick<Conditional, 'subtype' | 'trigger'>): TriggerDirection =>
  (stop.subtype === 'REVERSE_STOP') === stop.trigger.buyFlag ? 'down' : 'up'

/** Returns whether a price of `at` fires the trigger. */
export const reaches = ({ direction, stopPrice }: Trigger, at: Price): boolean =>
  direction === 'down' ? at <= stopPrice : at >= stopPrice

/** Returns whether a price of `at` fires the conditional order; false without a stop price. */
export const isTriggered = (stop: Pick<Conditional, 'subtype' | 'trigger' | 'stopPrice'>, at: Price): boolean =>
  stop.stopPrice !== null && reaches({ direction: directionOf(stop), stopPrice: stop.stopPrice }, at)
