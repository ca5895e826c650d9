/** The price at which a TP or an SL leaves, and whether that price is reached already. */

import type { Price } from '../kernel/numbers.ts'
import type { Order } from '../orders/order.ts'
import type { ConditionalType, TriggerOrder } from './conditional.ts'

/** A conditional order as far as its level goes; `subtype` is null while it is not known yet. */
interface Levelled {
  readonly subtype: ConditionalType | null
  readonly trigger: Pick<TriggerOrder, 'price' | 'stopPrice'>
}

/** Null for what is no TP or SL. Of a TP that rests it is the limit of its order. */
export const exitLevelOf = ({ subtype, trigger }: Levelled): Price | null => {
  if (subtype === 'SL') return trigger.stopPrice
  return subtype === 'TP' ? (trigger.stopPrice ?? trigger.price) : null
}

/** Whether a market at `at` has reached the exit of a parent of that side. */
export const isExitReached = ({ buyFlag }: Pick<Order, 'buyFlag'>, asked: Levelled, at: Price): boolean => {
  const level = exitLevelOf(asked)
  if (level === null) return false
  // A long position takes its profit above, and stops its loss below.
  return (asked.subtype === 'TP') === buyFlag ? at >= level : at <= level
}

/** The rule that an exit of a LIMIT parent without a fill breaks, as its level is reached at the parent's own price. */
export const brokenAtLimit = (parent: Pick<Order, 'buyFlag'>, limitPrice: Price, asked: Levelled): string | null => {
  if (!isExitReached(parent, asked, limitPrice)) return null
  const side = (asked.subtype === 'TP') === parent.buyFlag ? 'above' : 'below'
  return `the ${asked.subtype} must be ${side} the limit price of its parent`
}
