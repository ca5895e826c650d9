/** The smallest order, at the lowest price of its market: placed, seen, read, amended and cancelled. */

import { randomUUID } from 'node:crypto'
import { price, qty, toDecimal } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import { NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import { newOrder, type Order } from '#domain/orders/order.ts'
import type { OrderReport } from '#domain/orders/send/order-report.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import type { OutboundOrder } from '#domain/orders/send/send-outcome.ts'
import { lowestPrice } from '../market/lowest-price.ts'
import { nearOffer } from '../market/near-offer.ts'
import { messageOf } from '../message-of.ts'
import { checkAmend } from './amend-checks.ts'
import { broken, type Report, untried } from './check.ts'
import { inWords } from './in-words.ts'
import type { OrderPlace } from './order-place.ts'
import { within } from './within.ts'

export const checkOrder = async (tell: Report, place: OrderPlace): Promise<void> => {
  const { exchange, account, market, listening, clock, readsLagMs } = place
  const order = smallest(market, clock())
  const what = `${toDecimal(order.qty)} at ${toDecimal(order.price ?? 0)}`
  // Its id at the exchange, as soon as it may rest there.
  let resting: string | null = null
  await tell('order_placed', `the smallest order is accepted (${what}), far from the market`, async () => {
    const near = nearOffer(market, await exchange.orderBook(market.nativeId, signal(), account))
    if (near !== null)
      return untried(
        `It was not sent: somebody offers at ${toDecimal(near)}. Name a market with --market that trades higher.`,
      )
    const prepared = await exchange.prepare(account, order, order.price ?? price(0), 1, signal())
    if (prepared.kind !== 'ready') return broken(`It was not sent. ${inWords(prepared)}`)
    const sent = outboundOrder(order, prepared)
    const outcome = await exchange.submit(account, sent, signal())
    if (outcome.kind === 'accepted') {
      resting = outcome.order.exchangeOrderId
      return `Accepted, ${outcome.order.state}.`
    }
    if (outcome.kind !== 'unknown') return broken(inWords(outcome))
    resting = await found(place, sent)
    return broken(
      resting === null
        ? `${inWords(outcome)} It was not found either. Look at the exchange: the order may rest there.`
        : `${inWords(outcome)} It was found, as ${resting}.`,
    )
  })
  const exchangeOrderId: string | null = resting
  if (exchangeOrderId === null) return
  const [part] = (exchangeOrderId as string).split('+') as [string]
  await tell('order_on_socket', 'the private channel tells of the order', async () => {
    if (listening === null) return broken('No private channel was open.')
    return (await listening.received((message) => JSON.stringify(message).includes(part)))
      ? 'It came.'
      : broken('Nothing came.')
  })
  const ref = {
    exchangeOrderId,
    nativeId: market.nativeId,
    since: order.createdAt - 60_000,
    childObservations: NO_CHILD_OBSERVATIONS,
  }
  const isRead = async (state: OrderReport['state']): Promise<boolean> =>
    (await exchange.order(account, ref, signal())).report?.state === state
  await tell('order_read', `a read shows the order within ${readsLagMs / 1_000} s`, async () =>
    (await within(readsLagMs, () => isRead('live'))) ? 'It is live.' : broken('It does not show.'),
  )
  await tell('order_listed', 'the list of open orders shows it', async () => {
    const isListed = await within(readsLagMs, async () =>
      (await exchange.openOrders(account, signal())).some((one) => one.exchangeOrderId === part),
    )
    return isListed ? 'It is there.' : broken('It is missing.')
  })
  await checkAmend(tell, place, order, exchangeOrderId)
  const target = {
    nativeId: market.nativeId,
    shard: market.shard,
    exchangeOrderId,
    childObservations: NO_CHILD_OBSERVATIONS,
  }
  const isCancelled = await tell('order_cancelled', 'a cancel takes it off the book', async () => {
    const outcome = await exchange.cancel(account, target, signal())
    return outcome.kind === 'cancelled' ? 'Cancelled.' : broken(inWords(outcome))
  })
  await tell('order_ended', 'a read shows that it has ended without a fill', async () => {
    const lookThere = `Look at the exchange: the order ${exchangeOrderId} may rest there.`
    const hasEnded = async (): Promise<boolean> => {
      if (await isRead('ended')) return true
      // The order must not be left behind, whatever the result of the cancel. Cancelling twice is safe.
      if (!isCancelled) await exchange.cancel(account, target, signal())
      return false
    }
    const isOver = await within(readsLagMs, hasEnded).catch((error: unknown) =>
      broken(`${messageOf(error)} ${lookThere}`),
    )
    if (typeof isOver !== 'boolean') return isOver
    if (!isOver) return broken(`It does not show. ${lookThere}`)
    const { report } = await exchange.order(account, ref, signal())
    return report?.filledQty === 0
      ? 'It has ended, unfilled.'
      : broken(`It has filled ${toDecimal(report?.filledQty ?? 0)}.`)
  })
}

/** The order of an answer that was lost: it must not be left behind. */
const found = async ({ exchange, account, readsLagMs }: OrderPlace, sent: OutboundOrder): Promise<string | null> => {
  let id: string | null = null
  await within(readsLagMs, async () => {
    const looked = await exchange.lookUp(account, sent, signal())
    if (looked.kind === 'found') id = looked.order.exchangeOrderId
    return id !== null
  })
  return id
}

/** A buy of the least the market takes, at its lowest price. */
const smallest = (market: Market, now: number): Order =>
  newOrder(
    {
      orderId: randomUUID(),
      userId: randomUUID(),
      subaccountId: randomUUID(),
      exchange: market.exchange,
      svcId: market.svcId,
      nativeId: market.nativeId,
      shard: market.shard,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      qty: qty(Math.max(market.minimumOrderSize, market.tickSizeQty)),
      buyFlag: true,
      price: lowestPrice(market),
      expiresAt: null,
      clientOrderId: null,
    },
    now,
  )

const signal = (): AbortSignal => AbortSignal.timeout(15_000)
