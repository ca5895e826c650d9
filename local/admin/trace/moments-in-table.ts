/** Moments of a life in the stored rows. */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import type { Fill } from '#domain/orders/fills/fill.ts'
import { isFinal } from '#domain/orders/status.ts'
import { type Delivery, isSuccess } from '#domain/webhooks/delivery.ts'
import type { Life } from './gather-life.ts'
import type { Moment } from './moment.ts'

export const momentsInTable = ({ orders, complexOrders, deliveries }: Life): readonly Moment[] => [
  ...orders.flatMap(({ order, fills }) => [
    ...momentsOfOrder(order),
    ...fills.map((fill) => momentOfFill(fill, order)),
  ]),
  ...complexOrders.flatMap(momentsOfComplexOrder),
  ...deliveries.flatMap(momentsOfDelivery),
]

const stored = (about: string) => (at: number | null, text: string) =>
  at === null ? [] : [{ at, from: 'table', about, text, topic: null }]

const momentsOfOrder = (order: PlacedOrder): readonly Moment[] => {
  const report = stored(order.orderId)
  const end = isFinal(order.status) ? [`is ${order.status}`, order.cancelReason, rejection(order)] : []
  return [
    ...report(order.createdAt, `accepted: ${termsOf(order)}`),
    ...(isBasketOrder(order)
      ? order.rounds.flatMap((round, place) => report(round.plannedAt, plan(place, round)))
      : sends(order)),
    ...report(order.cancelRequestedAt, `to be cancelled: ${order.cancelReason ?? 'asked for'}`),
    ...(end.length === 0 ? [] : report(order.updatedAt, end.filter((part) => part !== null).join(', '))),
    ...(end.length > 0 || order.lastError === null ? [] : report(order.updatedAt, `waits: ${order.lastError}`)),
  ]
}

const termsOf = (order: PlacedOrder): string => {
  const [side, qty] = [order.buyFlag ? 'buy' : 'sell', toDecimal(order.qty)]
  if (isBasketOrder(order)) return `${side} ${qty} of custom asset ${order.customAssetId}, ${order.timeInForce}`
  const price = order.price === null ? 'at the market' : `at ${toDecimal(order.price, 2)}`
  return `${side} ${qty} ${order.nativeId} ${price}, ${order.orderType} ${order.timeInForce}, ${order.exchange}`
}

const plan = (place: number, { legs }: { readonly legs: readonly unknown[] }): string =>
  `round ${place + 1} planned: ${legs.length} legs`

const sends = (order: Exclude<PlacedOrder, { readonly svcId: null }>): readonly Moment[] => {
  const { attempt, exchangeOrderId } = order
  if (attempt === null) return []
  const tell = stored(order.orderId)
  const known = exchangeOrderId === null ? '' : `; the exchange calls it ${exchangeOrderId}`
  return [
    ...tell(attempt.firstSentAt, `claimed for its first send as ${attempt.identity}${known}`),
    ...(attempt.lastSentAt === attempt.firstSentAt
      ? []
      : tell(attempt.lastSentAt, `claimed for its last send as ${attempt.identity}`)),
  ]
}

const rejection = (order: PlacedOrder): string | null =>
  isBasketOrder(order) || order.rejectCode === null ? null : `${order.rejectCode}: ${order.rejectReason ?? ''}`

const momentOfFill = (fill: Fill, { orderId }: PlacedOrder): Moment => ({
  at: fill.exchangeAt,
  from: 'exchange',
  about: orderId,
  topic: null,
  text: `fill of ${toDecimal(fill.qty)} at ${toDecimal(fill.price, 2)}, fee ${toDecimal(fill.fee, 2)}, ${fill.status}, trade ${fill.exchangeTradeId}`,
})

const momentsOfComplexOrder = (one: ComplexOrder): readonly Moment[] => {
  const tell = stored(one.complexOrderId)
  const ending = `is ${one.status}${one.cancelReason === null ? '' : `: ${one.cancelReason}`}`
  if (!isConditional(one))
    return [
      ...tell(one.createdAt, 'TWAP accepted'),
      ...tell(one.startedAt, 'first slice due'),
      ...tell(one.updatedAt, ending),
    ]
  const fired = one.triggerPrice === null ? 'put to work' : `fired at ${toDecimal(one.triggerPrice, 2)}`
  return [
    ...tell(
      one.createdAt,
      `${one.subtype} accepted${one.stopPrice === null ? '' : `, fires at ${toDecimal(one.stopPrice, 2)}`}`,
    ),
    ...tell(one.triggeredAt, fired),
    ...tell(one.incompleteAt, 'incomplete with something left to exit'),
    ...tell(one.updatedAt, ending),
  ]
}

const momentsOfDelivery = ({ objectId, type, webhookId, attempts }: Delivery): readonly Moment[] =>
  attempts.map(({ at, status, error, durationMs }) => ({
    at,
    from: 'table',
    about: objectId,
    topic: `webhook ${webhookId} ${isSuccess({ status }) ? 'took it' : 'did not take it'}`,
    text: `${type} sent to webhook ${webhookId}: ${status ?? error} after ${durationMs} ms`,
  }))
