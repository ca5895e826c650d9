/** Orders, one a row. */

import type { ComponentChildren } from 'preact'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ComplexOrder, Order } from '../../api/types.ts'
import { averagePrice } from '../../format/average-price.ts'
import { money } from '../../format/money.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { time } from '../../format/time.ts'
import { tell } from '../../live/topics.ts'
import { canTrade } from '../../session/session.ts'
import { to } from '../../shell/navigation/route.ts'
import { ActButton } from '../act-button.tsx'
import { MarketLink } from '../market-link.tsx'
import { type Column, Table } from '../table.tsx'
import { AmendButton } from './change/amend-button.tsx'
import { MoveButton } from './change/move-button.tsx'
import { exitOf } from './exit-of.ts'
import { namedOrder } from './named-order.ts'
import { OriginOf } from './origin-of.tsx'
import { isFinal, StatusBadge } from './status-badge.tsx'

interface Props {
  readonly label: string
  readonly orders: readonly Order[]
  /** An `Empty`. */
  readonly none: ComponentChildren
  readonly withMarket?: boolean
  /** True without what an order has cost and when it was placed. */
  readonly isShort?: boolean
  /** Complex orders that may have placed some of the orders: such an order is moved as an exit, and not amended; null while they are not known. */
  readonly complexOrders?: readonly ComplexOrder[] | null
}

export const OrderTable = ({ label, orders, none, withMarket = true, isShort = false, complexOrders = [] }: Props) => (
  <Table
    label={label}
    rows={orders}
    idOf={({ svc_order_id }) => svc_order_id}
    none={none}
    columns={[
      ...(withMarket ? [MARKET] : []),
      orderWith(complexOrders ?? []),
      ...(isShort ? COLUMNS.filter(({ title }) => !LONG.includes(title)) : COLUMNS),
    ]}
    actions={canTrade.value ? (order) => <Actions order={order} complexOrders={complexOrders} /> : null}
  />
)

/** The market in which an order trades. */
export const placeOf = ({
  svc_id,
  custom_asset_id,
  market_title,
}: Pick<Order, 'svc_id' | 'custom_asset_id' | 'market_title'>) =>
  custom_asset_id !== null && svc_id === null ? (
    <a href={to('custom-assets', custom_asset_id)}>{market_title ?? 'Custom asset'}</a>
  ) : svc_id === null ? (
    market_title
  ) : (
    <MarketLink svc_id={svc_id} market_title={market_title} />
  )

const MARKET: Column<Order> = { title: 'Market', kind: 'title', cell: placeOf }

const orderWith = (complexOrders: readonly ComplexOrder[]): Column<Order> => ({
  title: 'Order',
  cell: (order) => (
    <span class="stack-tight">
      <a href={to('orders', order.svc_order_id)}>
        <span class={order.buy_flag ? 'buy strong' : 'sell strong'}>{order.buy_flag ? 'Buy' : 'Sell'}</span>{' '}
        {order.order_type === 'MARKET' ? 'market' : 'limit'} {order.time_in_force}
      </a>
      <OriginOf order={order} complexOrders={complexOrders} />
    </span>
  ),
})

const COLUMNS: readonly Column<Order>[] = [
  { title: 'Price', kind: 'end', cell: (order) => (order.price === null ? 'market' : price(order.price)) },
  {
    title: 'Filled',
    kind: 'end',
    cell: ({ traded_qty, qty }) => `${quantity(traded_qty)} of ${quantity(qty)}`,
  },
  { title: 'Average', kind: 'end', cell: ({ average_price }) => averagePrice(average_price) },
  { title: 'Fees', kind: 'end', cell: ({ fees_paid }) => money(fees_paid) },
  { title: 'Status', cell: (order) => <StatusBadge order={order} /> },
  { title: 'Placed', kind: 'end', cell: ({ created_at }) => time(created_at) },
]

/** Columns that a short table lacks. */
const LONG: readonly string[] = ['Average', 'Fees', 'Placed']

interface ActionsProps {
  readonly order: Order
  readonly complexOrders: readonly ComplexOrder[] | null
}

const Actions = ({ order, complexOrders }: ActionsProps) => {
  if (isFinal(order)) return null
  const exit = exitOf(order, complexOrders ?? [])
  return (
    <>
      {exit !== undefined ? (
        <MoveButton of={exit} all={complexOrders ?? []} />
      ) : complexOrders === null ? null : (
        <AmendButton order={order} />
      )}
      <CancelButton order={order} />
    </>
  )
}

const CancelButton = ({ order }: { readonly order: Order }) => (
  <ActButton
    class="compact"
    label={`Cancel the order: ${namedOrder(order)}`}
    act={() => ask(api.DELETE('/v1/orders/{order_id}', { params: { path: { order_id: order.svc_order_id } } }))}
    done="The cancellation is requested. Until the exchange confirms it, the order can still fill."
    then={() => tell('orders', 'complex_orders')}
  >
    Cancel
  </ActButton>
)
