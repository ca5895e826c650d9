/** Infers the type of a conditional order from its parent, its side, and where its price stands. */

import type { Price } from '../kernel/numbers.ts'
import type { ConditionalType, TriggerOrder } from './conditional.ts'

/** What was asked for, as far as the type follows from it. */
export interface Untyped {
  readonly hasParent: boolean
  readonly stopPrice: Price | null
  readonly trigger: Pick<TriggerOrder, 'buyFlag' | 'price' | 'stopPrice'>
}

/** The price that shows on which side of the market it waits; null when no price does. */
export const tellingPrice = ({ hasParent, stopPrice, trigger }: Untyped): Price | null =>
  hasParent ? (trigger.stopPrice ?? trigger.price) : stopPrice

/** `reference` is the limit price of a parent that has not filled, else the current price of the market. Null when no type can be inferred. */
export const inferConditionalType = (asked: Untyped, reference: Price | null): ConditionalType | null => {
  const at = tellingPrice(asked)
  if (at === null || reference === null || at === reference) return null
  // Better than the reference for the trigger order: a sell above it, a buy below it.
  const better = asked.trigger.buyFlag ? at < reference : at > reference
  if (!asked.hasParent) return better ? 'REVERSE_STOP' : 'STOP'
  if (better) return 'TP'
  // A limit beyond the market is no stop; it would trade at once.
  return asked.trigger.stopPrice === null ? null : 'SL'
}
