/** Open positions and orders of the subaccount as entries of the palette. An order says what it trades. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { quantity } from '../format/quantity.ts'
import { capital } from '../format/words.ts'
import { positionsOf } from '../live/money/holdings.ts'
import { namedOrder } from '../parts/order/named-order.ts'
import { go } from '../shell/navigation/route.ts'
import type { Entry } from './entry.ts'

const MOST = 100

/** Leaves out what cannot be read: the pages of positions and orders say it. */
export const readHoldings = async (subaccount_id: string): Promise<readonly Entry[]> => {
  if (subaccount_id === '') return []
  const orders = await ask(
    api.GET('/v1/orders', { params: { query: { subaccount_id, status: ['open'], limit: MOST } } }),
  )
  const held = (positionsOf(subaccount_id).data?.positions ?? []).filter(({ position }) => position !== 0)
  return [
    ...held.map(
      ({ svc_id, market_title, position }): Entry => ({
        id: `position ${svc_id}`,
        group: 'Positions',
        text: market_title ?? `Market ${svc_id}`,
        aside: quantity(position),
        act: () => go('markets', svc_id),
      }),
    ),
    ...(orders.ok ? orders.data.orders : []).map(
      (order): Entry => ({
        id: `order ${order.svc_order_id}`,
        group: 'Orders',
        text: capital(namedOrder(order)),
        act: () => go('orders', order.svc_order_id),
      }),
    ),
  ]
}
