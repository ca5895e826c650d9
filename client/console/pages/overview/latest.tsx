/** The latest trades, and orders that ended without one. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Fill, Order } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { Empty } from '../../parts/empty.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { placeOf } from '../../parts/order/order-table.tsx'
import { outcomeOf } from '../../parts/order/outcome-of.ts'
import { Panel } from '../../parts/panel.tsx'
import { to } from '../../shell/navigation/route.ts'

interface Props {
  readonly of: string
  readonly filter: { readonly subaccount_id?: string }
  readonly ids: readonly string[]
}

const SHOWN = 8

export const Latest = ({ of, filter, ids }: Props) => {
  const latest = useLive(of, () => readLatest(filter), { everyS: 10, topics: ['fills', 'orders'], isStreamed: true })
  return (
    <Panel title="Latest" aside={<a href={to('fills')}>All fills</a>}>
      <LiveView of={latest}>
        {({ fills, orders }) => {
          const happened = [...fills.map(ofFill), ...orders.map(ofOrder)]
            .filter(({ subaccount_id }) => ids.includes(subaccount_id))
            .toSorted((a, b) => (a.at < b.at ? 1 : -1))
            .slice(0, SHOWN)
          return happened.length === 0 ? (
            <Empty>No trades and no ended orders yet.</Empty>
          ) : (
            <ul class="events">
              {happened.map(({ id, at, what, where }) => (
                <li key={id}>
                  <span>{what}</span>
                  <span class="muted small">{time(at)}</span>
                  <span class="small">{where}</span>
                </li>
              ))}
            </ul>
          )
        }}
      </LiveView>
    </Panel>
  )
}

interface Read {
  readonly fills: readonly Fill[]
  readonly orders: readonly Order[]
}

const readLatest = async (filter: Props['filter']): Promise<Answer<Read>> => {
  const fills = await ask(api.GET('/v1/fills', { params: { query: { ...filter, limit: SHOWN } } }))
  if (!fills.ok) return fills
  const status = ['REJECTED' as const, 'CANCELLED' as const, 'EXPIRED' as const]
  const orders = await ask(api.GET('/v1/orders', { params: { query: { ...filter, status, limit: SHOWN } } }))
  if (!orders.ok) return orders
  const all = fills.data.subaccount_to_fills.flatMap((group) => group.fills)
  return { ok: true, data: { fills: all, orders: orders.data.orders } }
}

const ofFill = ({
  fill_id,
  subaccount_id,
  exchange_timestamp,
  svc_order_id,
  buy_flag,
  qty,
  price: at,
  ...of
}: Fill) => ({
  id: fill_id,
  subaccount_id,
  at: exchange_timestamp,
  what: (
    <a href={svc_order_id === null ? to('fills') : to('orders', svc_order_id)} class={buy_flag ? 'buy' : 'sell'}>
      {buy_flag ? 'Bought' : 'Sold'} {quantity(qty)} at {price(at)}
    </a>
  ),
  where: placeOf({ ...of, custom_asset_id: null }),
})

const ofOrder = (order: Order) => ({
  id: order.svc_order_id,
  subaccount_id: order.subaccount_id,
  at: order.updated_at,
  what: (
    <a href={to('orders', order.svc_order_id)}>
      {order.buy_flag ? 'Buy' : 'Sell'}: {outcomeOf(order)}
    </a>
  ),
  where: placeOf(order),
})
