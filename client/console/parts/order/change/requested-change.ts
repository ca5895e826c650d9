/** The change of an order that this tab has requested last: its new terms, for as long as the change is under way. */

import type { Order } from '../../../api/types.ts'
import { dollarsToCents, price as inCents } from '../../../format/price.ts'
import { quantity } from '../../../format/quantity.ts'

interface Terms {
  readonly qty?: number
  readonly price?: number
}

const requested = new Map<string, Terms>()

export const keepRequested = (orderId: string, terms: Terms): void => void requested.set(orderId, terms)

/** `Changing 12 → 13¢, 10 → 15 contracts`. Another program or tab has requested unknown terms. */
export const requestedChange = ({ svc_order_id, price: before, qty: had }: Order): string => {
  const { price, qty } = requested.get(svc_order_id) ?? {}
  const parts = [
    ...(price === undefined || before === null ? [] : [`${dollarsToCents(before)} → ${inCents(price)}`]),
    ...(qty === undefined ? [] : [`${quantity(had)} → ${quantity(qty)} contracts`]),
  ]
  return parts.length === 0 ? 'Changing…' : `Changing ${parts.join(', ')}`
}
