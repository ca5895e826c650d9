/** The one comparison of a price with a trigger. */

import type { Price } from '../kernel/numbers.ts'
import type { Conditional } from './conditional.ts'
import type { TriggerDirection } from './trailing.ts'

/** An armed stop as far as its trigger goes. */
export interface Trigger {
  readonly direction: TriggerDirection
  readonly stopPrice: Price
}

/** A stop trades with the price as it moves away, a reverse stop as it comes back. */
export const directionOf = (stop: Pick<Conditional, 'subtype' | 'trigger'>): TriggerDirection =>
  (stop.subtype === 'REVERSE_STOP') === stop.trigger.buyFlag ? 'down' : 'up'

/** Whether a price of `at` fires the trigger. */
export const reaches = ({ direction, stopPrice }: Trigger, at: Price): boolean =>
  direction === 'down' ? at <= stopPrice : at >= stopPrice

/** Whether a price of `at` fires the conditional order; never without a stop price of its own. */
export const isTriggered = (stop: Pick<Conditional, 'subtype' | 'trigger' | 'stopPrice'>, at: Price): boolean =>
  stop.stopPrice !== null && reaches({ direction: directionOf(stop), stopPrice: stop.stopPrice }, at)
