/** Asks whether a position is closed: what would trade now, what exits and other orders keep, and what would buy it again. */

import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readOpenOrders } from '../../api/open-orders.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { ComplexOrder, Order, Position } from '../../api/types.ts'
import { price } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { count } from '../../format/words.ts'
import { tell } from '../../live/topics.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../act-button.tsx'
import { BackButton } from '../dialog/back-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Problems } from '../form/problems.tsx'
import { Note } from '../note.tsx'
import { CancelComplexButton } from '../order/change/cancel-complex-button.tsx'
import { describeComplex } from '../order/describe-complex.ts'
import { isWaiting } from '../order/is-waiting.ts'
import { say } from '../toasts.tsx'
import { cancelOffers } from './cancel-offers.ts'
import { closableNow, type Offer, offersOf } from './offers-of.ts'
import { tellOutcome } from './show-outcome.ts'

interface Props {
  readonly position: Position
  readonly subaccountId: string
  readonly close: () => void
}

export const CloseDialog = ({ position: held, subaccountId: subaccount_id, close }: Props) => {
  const { svc_id, position, market_title } = held
  const market = market_title ?? `market ${svc_id}`
  const { data, problem } = useLive(`${svc_id} ${subaccount_id}`, () => readAround(svc_id, subaccount_id), {
    everyS: 3,
    topics: ['orders', 'complex_orders', 'fills'],
  })
  const offers = data === null ? [] : offersOf(held, data.orders, data.complexOrders)
  const now = closableNow(position, offers)
  const verb = position > 0 ? 'Sells' : 'Buys'
  const rebuys = data?.complexOrders.filter((one) => isTwapAgainst(one, position)) ?? []
  const send = () =>
    sendOnce((once) =>
      api.POST('/v1/positions/close', {
        body: { subaccount_id, svc_id },
        ...once,
      }),
    )
  const then = ({ closing_svc_order_ids: ids }: { readonly closing_svc_order_ids: readonly string[] }) => {
    close()
    say(ids.length === 0 ? 'Nothing is held there any more.' : 'The closing order is sent.')
    tell('orders', 'complex_orders', 'positions', 'fills')
    for (const id of ids) void tellOutcome(id, market)
  }
  return (
    <Dialog title="Close this position?" close={close}>
      {data === null ? (
        <p>{problem === null ? 'Looking at what offers it already…' : problem.detail}</p>
      ) : (
        <p>
          {now > 0 || offers.length === 0
            ? `${verb} ${quantity(now)} contracts of ${market} at the market.`
            : `Orders offer all ${quantity(Math.abs(position))} contracts of ${market} already.`}{' '}
          The order never opens or flips a position.
        </p>
      )}
      {offers.length === 0 ? null : (
        <Note kind="warn">
          You hold {quantity(Math.abs(position))}. What is offered already stays with those orders:
          <ul>
            {offers.map((offer) => (
              <li key={offer.order.svc_order_id}>{nameOf(offer)}</li>
            ))}
          </ul>
        </Note>
      )}
      {rebuys.map((one) => (
        <Note key={one.complex_order_id} kind="warn">
          <span class="row">
            {describeComplex(one)}: it still trades here and opens the position again. <CancelComplexButton of={one} />
          </span>
        </Note>
      ))}
      <Problems />
      <div class="foot">
        <BackButton close={close}>Back</BackButton>
        {data !== null && (now > 0 || offers.length === 0) ? (
          <ActButton class="danger" act={send} then={then}>
            {offers.length === 0 ? 'Close it now' : `Close ${quantity(now)} now`}
          </ActButton>
        ) : null}
        {offers.length === 0 ? null : (
          <ActButton
            class="danger"
            act={async () => {
              const cancelled = await cancelOffers(offers.map(({ order }) => order.svc_order_id))
              tell('orders', 'complex_orders')
              return cancelled.ok ? send() : cancelled
            }}
            then={then}
          >
            Cancel {count(offers.length, offers.every(({ exit }) => exit !== undefined) ? 'exit' : 'order')} and close
            all
          </ActButton>
        )}
      </div>
    </Dialog>
  )
}

interface Around {
  readonly orders: readonly Order[]
  readonly complexOrders: readonly ComplexOrder[]
}

const readAround = async (svc_id: number, subaccount_id: string): Promise<Answer<Around>> => {
  const query = { svc_id, subaccount_id }
  const [orders, complex] = await Promise.all([
    readOpenOrders(query),
    ask(api.GET('/v1/complex-orders', { params: { query: { ...query, limit: 300 } } })),
  ])
  if (!orders.ok) return orders
  if (!complex.ok) return complex
  const { conditional_orders, twap_orders } = complex.data.complex_orders
  return { ok: true, data: { orders: orders.data, complexOrders: [...conditional_orders, ...twap_orders] } }
}

const isTwapAgainst = (order: ComplexOrder, position: number): boolean =>
  isWaiting(order) && order.twap_order?.buy_flag === position > 0

const nameOf = ({ order, exit, qty }: Offer): string =>
  exit === undefined
    ? `${order.reduce_only ? 'Reduce-only order' : 'Order'}: ${order.buy_flag ? 'buy' : 'sell'} ${quantity(qty)} at ${price(order.price)}`
    : describeComplex(exit)
