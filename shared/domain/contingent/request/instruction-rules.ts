/** Rules for the bounds and instructions of an order, whether the order is sent now or by a trigger. */

import type { Instructions } from '../../orders/instructions.ts'
import type { TimeInForce } from '../../orders/order.ts'
import type { TriggerOrder } from '../conditional.ts'

/** Returns a sentence for each bound of an order that has a price of its own. */
export const brokenBounds = ({
  orderType,
  maxSlippage,
  protectionPrice,
}: Pick<TriggerOrder, 'orderType' | 'maxSlippage' | 'protectionPrice'>): readonly string[] =>
  orderType === 'MARKET'
    ? []
    : [
        ...(maxSlippage === null ? [] : ['max_slippage']),
        ...(protectionPrice === null ? [] : ['protection_price']),
      ].map((field) => `${field} is for MARKET orders; a LIMIT order never trades beyond its price`)

interface Instructed extends Instructions, Pick<TriggerOrder, 'orderType'> {
  /** Null if the request has none. */
  readonly timeInForce: TimeInForce | null
}

/** Returns a sentence for each instruction that does not suit the order. */
export const brokenInstructions = (order: Instructed): readonly string[] => {
  const fields = [...(order.postOnly ? ['post_only'] : []), ...(order.cancelOnPause ? ['cancel_on_pause'] : [])]
  const atOnce = tradesAtOnce(order)
  return [
    ...(order.reduceOnly && order.timeInForce === 'FOK' ? [REDUCED_WHOLE] : []),
    ...(atOnce === null ? [] : fields.map((field) => `${field} ${atOnce} trades at once and never rests`)),
  ]
}

/** The middle of the sentence for an order that never rests; null for an order that may. */
const tradesAtOnce = ({ orderType, timeInForce }: Instructed): string | null => {
  if (orderType === 'MARKET') return 'is for LIMIT orders: a MARKET order'
  return timeInForce === 'IOC' || timeInForce === 'FOK' ? `is for GTC and GTD orders: an ${timeInForce} order` : null
}

const REDUCED_WHOLE = 'reduce_only is not for FOK orders: it may fill less than was asked for'
