/** Plans the move of a stop or an exit to another price. The interface has no change of a complex order: a new one takes its place. */

import type { ComplexOrder, CreateComplexOrder } from '../../../api/types.ts'
import { isWaiting } from '../is-waiting.ts'

export interface Move {
  /** Present price, in dollars. */
  readonly price: number
  readonly qty: number
  /**
   * True if old and new share one quantity, so that both together never trade more: exits of one parent, linked stops, and orders that only
   * reduce. Then the new one comes first. Else the old one goes first, because both could fire.
   */
  readonly isShared: boolean
  /** The one that takes its place. */
  readonly bodyAt: (price: number, qty: number) => CreateComplexOrder
}

/** Null if it cannot be moved: a TWAP, a stop that trails, one that has fired, or one that others of `all` are chained to. */
export const moveOf = (order: ComplexOrder, all: readonly ComplexOrder[]): Move | null => {
  const { conditional_order: conditional, complex_order_subtype: kind, complex_order_id, subaccount_id } = order
  if (conditional === null || kind === null) return null
  const { trigger_order_buy_flag: buy_flag, trigger_order_qty: qty, trigger_order_type: order_type } = conditional
  const { parent_svc_order_id, parent_complex_order_id, link_id } = conditional
  const isExit = parent_svc_order_id !== null || parent_complex_order_id !== null
  // The stop that an SL has armed: the SL is moved, and not its stop.
  if (isExit && (kind === 'STOP' || kind === 'REVERSE_STOP')) return null
  const stands = placeOf(conditional)
  const stays = isWaiting(order) || isResting(order)
  const trails = conditional.trail_amount !== null || conditional.trigger_trail_amount !== null
  if (!stays || trails || stands === null || qty === null || buy_flag === null) return null
  const isChained = all.some(
    (other) =>
      other.conditional_order?.parent_complex_order_id === complex_order_id &&
      other.complex_order_id !== conditional.trigger_complex_order_id,
  )
  if (isChained) return null
  const limit = conditional.trigger_order_limit_price
  return {
    price: stands.price,
    qty,
    isShared: isExit || link_id !== null || conditional.trigger_order_reduce_only,
    bodyAt: (price, newQty) => ({
      subaccount_id,
      ...(isExit ? {} : { svc_id: order.svc_id }),
      conditional_order_params: {
        conditional_order_type: kind,
        trigger_price_type: conditional.trigger_price_type,
        ...(stands.at === 'stop' ? { stop_order_price: price } : {}),
        ...(link_id === null ? {} : { link_id }),
        ...(parent_svc_order_id !== null ? { parent_svc_order_id } : isExit ? { parent_complex_order_id } : {}),
        trigger_order: {
          qty: newQty,
          buy_flag,
          order_type,
          ...(stands.at === 'limit' ? { price } : limit === null ? {} : { price: limit }),
          ...(stands.at === 'trigger' ? { stop_order_price: price } : {}),
          ...given('max_slippage', conditional.trigger_order_max_slippage),
          ...given('protection_price', conditional.trigger_order_protection_price),
          ...(conditional.trigger_order_post_only ? { post_only: true } : {}),
          ...(conditional.trigger_order_reduce_only ? { reduce_only: true } : {}),
        },
      },
    }),
  }
}

type Conditional = NonNullable<ComplexOrder['conditional_order']>

/** The field of its present price. */
const placeOf = (
  conditional: Conditional,
): { readonly price: number; readonly at: 'stop' | 'trigger' | 'limit' } | null => {
  const { stop_order_price, trigger_stop_order_price, trigger_order_limit_price } = conditional
  if (stop_order_price !== null) return { price: stop_order_price, at: 'stop' }
  if (trigger_stop_order_price !== null) return { price: trigger_stop_order_price, at: 'trigger' }
  return trigger_order_limit_price === null ? null : { price: trigger_order_limit_price, at: 'limit' }
}

/** A TP whose order rests on the book. */
export const isResting = ({ status, conditional_order }: ComplexOrder): boolean =>
  status === 'TRIGGERED' &&
  conditional_order?.trigger_stop_order_price === null &&
  conditional_order.stop_order_price === null &&
  conditional_order.trigger_svc_order_id !== null

const given = <Name extends string>(name: Name, value: number | null) => (value === null ? {} : { [name]: value })
