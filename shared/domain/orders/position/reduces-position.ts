/** Decides whether an order can only make a position smaller, whatever the open orders do first. */

import { type Qty, sumOf } from '../../kernel/numbers.ts'
import type { Order } from '../order.ts'
import { isFinal } from '../status.ts'

/** Another order of the account that may still trade, or has traded without the position showing it yet. */
export type OnItsWay = Pick<
  Order,
  'svcId' | 'buyFlag' | 'status' | 'qty' | 'tradedQty' | 'exchangeFilledQty' | 'reversedQty'
>

/**
 * `position` is in millionths of a contract; above 0 holds YES. Every open order in the same direction is assumed to fill first, so
 * that two orders that each reduce the position cannot together reverse it.
 */
export const reducesPosition = (
  order: { readonly svcId: number; readonly buyFlag: boolean; readonly qty: Qty },
  position: number,
  onTheirWay: readonly OnItsWay[],
): boolean => {
  const closable = order.buyFlag ? -position : position
  const beside = onTheirWay.filter(({ svcId, buyFlag }) => svcId === order.svcId && buyFlag === order.buyFlag)
  return order.qty + sumOf(beside, stillToCome) <= closable
}

/** Quantity that it may trade beyond the stored fills, which the position counts. */
const stillToCome = ({ status, qty, tradedQty, exchangeFilledQty, reversedQty }: OnItsWay): number =>
  Math.max(0, isFinal(status) ? exchangeFilledQty - reversedQty - tradedQty : qty - tradedQty)
