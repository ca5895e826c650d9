/** The exit price of a TP or an SL, and whether that price is reached already. */

import type { Price } from '../../kernel/numbers.ts'
import type { Order } from '../../orders/order.ts'
import type { ConditionalType, TriggerOrder } from '../conditional.ts'

/** The fields of a conditional order that decide about its level. `subtype` is null until it is known. */
interface Levelled {
  readonly subtype: ConditionalType | null
  readonly trigger: Pick<TriggerOrder, 'price' | 'stopPrice'>
}

/** Returns the exit level; null for a STOP or REVERSE_STOP. The level of a resting TP is the limit of its order. */
export const exitLevelOf = ({ subtype, trigger }: Levelled): Price | null => {
  if (subtype === 'SL') return trigger.stopPrice
  return subtype === 'TP' ? (trigger.stopPrice ?? trigger.price) : null
}

/** Returns whether a market at `at` has reached the exit of a parent on that side. */
export const isExitReached = ({ buyFlag }: Pick<Order, 'buyFlag'>, exit: Levelled, at: Price): boolean => {
  const level = exitLevelOf(exit)
  if (level === null) return false
  // A long position takes its profit above, and stops its loss below.
  return (exit.subtype === 'TP') === buyFlag ? at >= level : at <= level
}

/** Returns the broken rule of an exit whose level is reached at the limit price of its unfilled parent. */
export const brokenAtLimit = (parent: Pick<Order, 'buyFlag'>, limitPrice: Price, exit: Levelled): string | null => {
  if (!isExitReached(parent, exit, limitPrice)) return null
  const side = (exit.subtype === 'TP') === parent.buyFlag ? 'above' : 'below'
  return `the ${exit.subtype} must be ${side} the limit price of its parent`
}
