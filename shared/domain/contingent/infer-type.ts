/** What a conditional order is whose type was not said: from its parent, its side, and where its price stands. */

import type { Price } from '../kernel/numbers.ts'
import type { ConditionalType, TriggerOrder } from './conditional.ts'

/** What was asked for, as far as the type follows from it. */
export interface Untyped {
  readonly hasParent: boolean
  readonly stopPrice: Price | null
  readonly trigger: Pick<TriggerOrder, 'buyFlag' | 'price' | 'stopPrice'>
}

/** The price that tells on which side of the market it waits; null when nothing does, and then no reference helps. */
export const tellingPrice = ({ hasParent, stopPrice, trigger }: Untyped): Price | null =>
  hasParent ? (trigger.stopPrice ?? trigger.price) : stopPrice

/** `reference` is the limit price of the parent, else the market's price now. Null when it cannot be told. */
export const inferConditionalType = (asked: Untyped, reference: Price | null): ConditionalType | null => {
  const at = tellingPrice(asked)
  if (at === null || reference === null || at === reference) return null
  // Better than now for whoever trades there: a sell above, a buy below.
  const better = asked.trigger.buyFlag ? at < reference : at > reference
  if (!asked.hasParent) return better ? 'REVERSE_STOP' : 'STOP'
  if (better) return 'TP'
  // A limit beyond the market is no stop: it would trade at once.
  return asked.trigger.stopPrice === null ? null : 'SL'
}
