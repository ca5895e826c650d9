/** Infers the type of a conditional order from its parent, its side and its price. */

import type { Price } from '../../kernel/numbers.ts'
import type { ConditionalType, TriggerOrder } from '../conditional.ts'

/** The requested terms that decide about the type. */
export interface Untyped {
  readonly hasParent: boolean
  readonly stopPrice: Price | null
  readonly trigger: Pick<TriggerOrder, 'buyFlag' | 'price' | 'stopPrice'>
}

/** The price that shows on which side of the market it waits; null without such a price. */
export const decidingPrice = ({ hasParent, stopPrice, trigger }: Untyped): Price | null =>
  hasParent ? (trigger.stopPrice ?? trigger.price) : stopPrice

/**
 * Returns the type, or null if it cannot be inferred. `reference` is the limit price of an unfilled parent, else the current price of the
 * market.
 */
export const inferConditionalType = (request: Untyped, reference: Price | null): ConditionalType | null => {
  const at = decidingPrice(request)
  if (at === null || reference === null || at === reference) return null
  // Better than the reference for the trigger order: a sell above it, a buy below it.
  const better = request.trigger.buyFlag ? at < reference : at > reference
  if (!request.hasParent) return better ? 'REVERSE_STOP' : 'STOP'
  if (better) return 'TP'
  // A limit beyond the market is no stop: it would trade at once.
  return request.trigger.stopPrice === null ? null : 'SL'
}
