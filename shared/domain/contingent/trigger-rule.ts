/** On which side of its stop price a conditional fires. */

import type { Price } from '../kernel/numbers.ts'
import type { Conditional } from './conditional.ts'

/** `down` fires at or below its price, `up` at or above. */
export type TriggerDirection = 'down' | 'up'

/** A stop follows the price away from the trade it places, a reverse stop towards it. */
export const directionOf = (stop: Pick<Conditional, 'subtype' | 'trigger'>): TriggerDirection =>
  (stop.subtype === 'REVERSE_STOP') === stop.trigger.buyFlag ? 'down' : 'up'

/** Whether that price fires the stop. */
export const isTriggered = (stop: Pick<Conditional, 'subtype' | 'trigger' | 'stopPrice'>, at: Price): boolean => {
  if (stop.stopPrice === null) return false
  return directionOf(stop) === 'down' ? at <= stop.stopPrice : at >= stop.stopPrice
}
