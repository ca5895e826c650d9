/** True if a stop or an exit would fire at once at another price. */

import type { ComplexOrder, Quote } from '../../api/types.ts'
import { markOf } from '../../live/mark-of.ts'

/** The watched price that has reached it already; null if it waits, rests on the book, or no price is known. */
export const reachedBy = (order: ComplexOrder, at: number, quote: Quote): number | null => {
  const { complex_order_subtype: kind, conditional_order: conditional } = order
  if (conditional === null || conditional.trigger_order_buy_flag === null) return null
  const { trigger_order_buy_flag: buys, trigger_price_type, stop_order_price, trigger_stop_order_price } = conditional
  if (stop_order_price === null && trigger_stop_order_price === null) return null
  const { best_bid: bid, best_ask: ask, last_price: last } = quote
  const watched =
    trigger_price_type === 'LAST' ? last : trigger_price_type === 'MARK' ? markOf({ bid, ask, last }) : buys ? ask : bid
  if (watched === null) return null
  // A stop trades with the price as it moves away, a reverse stop and a take-profit as it comes back.
  const isDown = (kind === 'REVERSE_STOP' || kind === 'TP') === buys
  return (isDown ? watched <= at : watched >= at) ? watched : null
}
