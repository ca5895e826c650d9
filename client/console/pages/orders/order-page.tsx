/** One order: how it stands, what happened to it, its fills, and what hangs on it. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { OrderWithFills } from '../../api/types.ts'
import { averagePrice } from '../../format/average-price.ts'
import { money } from '../../format/money.ts'
import { cancelReason, ownWords } from '../../format/own-words.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { useOrder } from '../../live/use-order.ts'
import { Empty } from '../../parts/empty.tsx'
import { Fact } from '../../parts/fact.tsx'
import { FillTable } from '../../parts/fill-table.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { NoSuch } from '../../parts/no-such.tsx'
import { Note } from '../../parts/note.tsx'
import { ArmedTable } from '../../parts/order/armed-table.tsx'
import { OrderTable, placeOf } from '../../parts/order/order-table.tsx'
import { OriginOf } from '../../parts/order/origin-of.tsx'
import { isFinal, StatusBadge } from '../../parts/order/status-badge.tsx'
import { withoutArmedStops } from '../../parts/order/without-armed-stops.ts'
import { Page } from '../../parts/page.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Told } from '../../parts/told.tsx'
import { Legs } from './legs.tsx'
import { timelineOf } from './timeline-of.ts'

export const OrderPage = ({ id: order_id }: { readonly id: string }) => {
  const order = useOrder(order_id, 2)
  const exits = useLive(
    order_id,
    () => ask(api.GET('/v1/complex-orders', { params: { query: { parent_svc_order_id: order_id, limit: 100 } } })),
    { everyS: 4, topics: ['complex_orders', 'orders'] },
  )
  // The complex order that may have placed it.
  const market = order.data === null || order.data.svc_id === null ? null : order.data
  const around = useLive(
    market === null ? '' : `around ${market.subaccount_id} ${market.svc_id}`,
    () =>
      ask(
        api.GET('/v1/complex-orders', {
          params: { query: { subaccount_id: market?.subaccount_id ?? '', svc_id: market?.svc_id ?? 0, limit: 300 } },
        }),
      ),
    { everyS: 10, topics: ['complex_orders'], isStreamed: true },
  )
  return (
    <LiveView of={order} missing={<NoSuch what="order" list={['orders', 'Your orders']} />}>
      {(data) => (
        <Page
          title={`${data.buy_flag ? 'Buy' : 'Sell'} ${quantity(data.qty)} ${data.price === null ? 'at market' : `at ${price(data.price)}`}`}
          lead={
            <span class="row">
              {placeOf(data)} <StatusBadge order={data} />
              <OriginOf order={data} complexOrders={around.data?.complex_orders.conditional_orders ?? []} />
            </span>
          }
        >
          <Reasons order={data} />
          <div class="split">
            <Panel title="Order" padded>
              <Facts order={data} />
            </Panel>
            <Panel title="Timeline" padded>
              <ol class="steps">
                {timelineOf(data).map(({ at, text }) => (
                  <li key={`${at} ${text}`}>
                    {text} <span class="muted small">{time(at)}</span>
                  </li>
                ))}
              </ol>
            </Panel>
          </div>
          {isFinal(data) ? null : (
            <Panel title="Change">
              <OrderTable
                label="This order"
                orders={[data]}
                none={null}
                withMarket={false}
                complexOrders={around.data?.complex_orders.conditional_orders ?? null}
              />
            </Panel>
          )}
          {data.leg_svc_order_ids.length === 0 ? null : <Legs ids={data.leg_svc_order_ids} />}
          {data.skipped_members.map(({ svc_id, reason }) => (
            <Note key={svc_id} kind="warn">
              Market {svc_id} was left out: {ownWords(reason)}
            </Note>
          ))}
          <Panel title="Fills" aside={data.fills_complete ? undefined : <span class="muted small">more may come</span>}>
            <FillTable
              fills={data.fills}
              withMarket={false}
              none={<Empty>{isFinal(data) && data.traded_qty === 0 ? NEVER_FILLED : NOT_FILLED}</Empty>}
            />
          </Panel>
          <LiveView of={exits}>
            {({ complex_orders: { conditional_orders } }) =>
              conditional_orders.length === 0 ? null : (
                <Panel title="Exits and stops of this order">
                  <ArmedTable complexOrders={withoutArmedStops(conditional_orders)} />
                </Panel>
              )
            }
          </LiveView>
        </Page>
      )}
    </LiveView>
  )
}

const NOT_FILLED = 'No trades yet.'
const NEVER_FILLED = 'Nothing filled.'

const AMENDS = {
  PENDING: 'A change is under way.',
  DONE: 'The order was changed.',
  REFUSED: 'The change was refused:',
} as const

/** Why it ended or waits, in the service's own words. */
const Reasons = ({ order }: { readonly order: OrderWithFills }) => (
  <>
    {order.reject_reason === null ? null : (
      <Note kind="bad">
        Rejected: <Told>{ownWords(order.reject_reason, order.reject_code ?? '')}</Told>
      </Note>
    )}
    {order.last_amend === null ? null : (
      <Note kind={order.last_amend.status === 'REFUSED' ? 'bad' : 'plain'}>
        {AMENDS[order.last_amend.status]} {ownWords(order.last_amend.reason ?? '')}
      </Note>
    )}
    {order.cancel_reason === null ? null : <Note>Cancelled: {cancelReason(order.cancel_reason)}</Note>}
    {order.last_error === null || isFinal(order) ? null : (
      <Note kind="warn">
        {order.status === 'PROCESSING' ? 'The exchange has not confirmed it yet. ' : 'Not sent yet. '}
        <Told>{ownWords(order.last_error)}</Told>
      </Note>
    )}
    {!isFinal(order) && order.cancel_requested_at !== null ? (
      <Note kind="warn">The cancellation is requested. Until the exchange confirms it, the order can still fill.</Note>
    ) : null}
  </>
)

const Facts = ({ order }: { readonly order: OrderWithFills }) => {
  const doubt = order.fills_complete || order.traded_qty === 0 ? '' : ' (provisional)'
  const rows: readonly (readonly [string, string | null])[] = [
    ['Filled', `${quantity(order.traded_qty)} of ${quantity(order.qty)}`],
    ['Average price', `${averagePrice(order.average_price)}${doubt}`],
    ['Fees', `${money(order.fees_paid)}${doubt}`],
    ['First asked for', order.original_qty === order.qty ? null : quantity(order.original_qty)],
    ['Type', `${order.order_type} ${order.time_in_force}`],
    ['Ends', order.expiry_ts_utc === null ? null : time(order.expiry_ts_utc)],
    ['Reduce only', order.reduce_only ? 'yes' : null],
    ['Post only', order.post_only ? 'yes' : null],
    ['Cancel on pause', order.cancel_on_pause ? 'yes' : null],
    ['Most slippage', order.max_slippage === null ? null : price(order.max_slippage)],
    ['Ticker', order.exchange_ticker],
    ['Your name for it', order.client_order_id],
    ['Tag', order.tag],
    ['Order id', order.svc_order_id],
    ['Id at the exchange', order.exchange_order_id],
  ]
  return (
    <dl class="facts">
      {rows.map(([label, value]) =>
        value === null ? null : (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ),
      )}
    </dl>
  )
}
