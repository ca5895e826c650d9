/** The command that changes an order, and waits until the change is done or refused. */

import type { Order } from '../../trading-client.ts'
import { type Command, CommandFailed, type Session, show } from '../command.ts'
import { wholeId } from '../find/whole-id.ts'
import { pause, sendOnce } from '../send-once.ts'
import { askAgain } from '../service/ask-again.ts'
import { waitOf } from '../typed/options.ts'
import { numberOf, priceOf, timeOf } from '../typed/read-words.ts'
import { CONTINUES, drawOrders } from './orders.ts'

export const amend: Command = {
  group: 'Orders',
  words: '<id>',
  does: 'changes an order that rests or waits; --qty is the new total, what has filled included',
  options: {
    '--qty <total>': 'the new total quantity',
    '--price <price>': 'the new price',
    '--expiry <time>': 'when the order ends: a time, or a duration such as 30m',
    '--wait <seconds>': 'longest wait for the outcome (default: 15)',
  },
  typedAs: { order_id: 'id', qty: '--qty', price: '--price', expiry_ts_utc: '--expiry' },
  run: async (session, [typedId = ''], options) => {
    const { qty, price, expiry } = options
    const body = {
      ...(qty === undefined ? {} : { qty: numberOf(qty, '--qty') }),
      ...(price === undefined ? {} : { price: priceOf(price, '--price') }),
      ...(expiry === undefined ? {} : { expiry_ts_utc: timeOf(expiry, '--expiry') }),
    }
    if (Object.keys(body).length === 0) throw new CommandFailed('Give --qty, --price or --expiry.', true)
    const seconds = waitOf(options, 15)
    const orderId = await wholeId(session, typedId, 'orders')
    const requested: Order = await sendOnce(session, (key) =>
      session.client.PATCH('/v1/orders/{order_id}', {
        params: { path: { order_id: orderId }, header: { 'Idempotency-Key': key } },
        body,
        signal: session.signal,
      }),
    )
    const order = await untilSettled(session, requested, seconds)
    show(session, order, () => drawOrders([order], session))
    if (order.last_amend?.status === 'PENDING') session.progress(CONTINUES)
    if (order.last_amend?.status === 'REFUSED')
      throw new CommandFailed(`The order was not changed: ${order.last_amend.reason ?? 'without a reason'}`)
  },
}

/** The order once its change is done or refused, or as it is when the time is over. */
const untilSettled = async (session: Session, requests: Order, seconds: number): Promise<Order> => {
  const end = Date.now() + seconds * 1_000
  const again = askAgain(session)
  let order = requests
  while (order.last_amend?.status === 'PENDING' && Date.now() < end && (await pause(0.3, session.signal))) {
    const params = { path: { order_id: requests.svc_order_id } }
    order =
      (await again(() => session.client.GET('/v1/orders/{order_id}', { params, signal: session.signal }))) ?? order
  }
  return order
}
