/** One readable line for an event, for chats. */

import { isBasketOrder, type PlacedOrder } from '../baskets/placed-order.ts'
import { shownTradesOf } from '../baskets/shown-trades.ts'
import { type ComplexOrder, isConditional } from '../contingent/complex-order.ts'
import { restsAtExchange } from '../contingent/conditional.ts'
import { averagePrice, type Money, type Price, toDecimal } from '../kernel/numbers.ts'
import type { MarketLabel } from '../markets/market-label.ts'
import { LINKED_EXIT } from '../orders/dependents/exit-order.ts'
import type { Order } from '../orders/order.ts'
import { heldPositions } from '../portfolio/held-position.ts'
import { realizedPnl } from '../portfolio/position.ts'
import type { FillSubject, PositionSubject, SubaccountHalt, WebhookEvent } from './event.ts'

/** Returns the line, or null for an event that people need not read: the working states of an order. */
export const eventLine = ({ type, subject }: Pick<WebhookEvent, 'type' | 'subject'>): string | null => {
  switch (subject.kind) {
    case 'order':
      return type === 'order.created' ? orderLine('Accepted', subject.order) : endedLine(subject.order)
    case 'fill':
      return fillLine(type === 'fill.reversed' ? 'Fill reversed' : 'Filled', subject)
    case 'complex_order':
      return type === 'complex_order.exit_incomplete'
        ? `Exit incomplete: the position is open · ${complexOrderText(subject.complexOrder)}`
        : complexLine(subject.complexOrder)
    case 'position':
      return positionLine(type === 'position.settled', subject)
    case 'subaccount':
      return haltLine(subject.halt)
    case 'test':
      return `Test: messages of your trading service arrive here · webhook ${subject.webhookId}`
  }
}

const fillLine = (verb: string, { fill, order, label }: FillSubject): string => {
  const of = order === null ? '' : ` of ${contracts(order.qty)}`
  return joined([
    `${verb}: ${fill.buyFlag ? 'bought' : 'sold'} ${contracts(fill.qty)} YES${of} at ${cents(fill.price)}`,
    named(label),
    `fee ${dollars(fill.fee)}`,
    fill.orderId === null ? null : `order ${fill.orderId}`,
  ])
}

/** Rejected, cancelled and expired orders. An executed order has its fills. */
const endedLine = (order: PlacedOrder): string | null => {
  switch (order.status) {
    case 'REJECTED':
      return orderLine('Rejected', order, isBasketOrder(order) ? null : rejection(order))
    case 'CANCELLED':
      return orderLine('Cancelled', order, cancellation(order))
    case 'EXPIRED':
      return orderLine('Expired', order)
    default:
      return null
  }
}

/** The first sentence. The next ones are advice, and `GET /v1/orders/{order_id}` shows them. */
const rejection = ({ rejectReason, rejectCode }: Order): string | null =>
  rejectReason?.replace(/(?<=\.) [A-Z].*$/s, '') ?? rejectCode

const cancellation = ({ cancelReason }: { readonly cancelReason: string | null }): string | null =>
  cancelReason === LINKED_EXIT ? 'linked exit' : (cancelReason?.replaceAll('_', ' ') ?? null)

const orderLine = (verb: string, order: PlacedOrder, reason: string | null = null): string => {
  const { qty, cost, pricedQty } = shownTradesOf(order)
  const average = averagePrice(cost, pricedQty)
  const at = isBasketOrder(order) || order.price === null ? '' : ` at ${cents(order.price)}`
  return joined([
    `${verb}: ${order.buyFlag ? 'buy' : 'sell'} ${contracts(order.qty)} YES${at}`,
    qty === 0 ? null : `${contracts(qty)} filled${average === null ? '' : ` at ${cents(average)}`}`,
    named(order.label),
    reason === null ? null : plain(reason),
    `order ${order.orderId}`,
  ])
}

const COMPLEX_VERBS: Readonly<Partial<Record<ComplexOrder['status'], string>>> = {
  TRIGGERED: 'Fired',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
  EXPIRED: 'Expired',
}

/** Null for the stop that an SL or TP has armed: the line of the SL or TP says it. */
const complexLine = (order: ComplexOrder): string | null => {
  if (isConditional(order) && order.armedBy !== null) return null
  const isPlaced = order.status === 'TRIGGERED' && isConditional(order) && restsAtExchange(order)
  const verb = isPlaced ? 'Placed' : COMPLEX_VERBS[order.status]
  return verb === undefined ? null : `${verb}: ${complexOrderText(order)}`
}

const complexOrderText = (order: ComplexOrder): string => {
  const { label } = order.target
  const reason = cancellation(order)
  const ending = [named(label), reason === null ? null : plain(reason), `complex order ${order.complexOrderId}`]
  if (!isConditional(order)) {
    const { buyFlag, totalQty } = order.terms
    return joined([`TWAP, ${buyFlag ? 'buy' : 'sell'} ${contracts(totalQty)} YES`, ...ending])
  }
  const { trigger, triggerPrice, stopPrice, subtype, armedQty } = order
  const stop = stopPrice ?? trigger.stopPrice
  return joined([
    `${subtype.replaceAll('_', ' ')}${stop === null ? '' : `, level ${cents(stop)}`}, ${trigger.buyFlag ? 'buy' : 'sell'} ${contracts(armedQty ?? trigger.qty)} YES${trigger.price === null ? '' : ` at ${cents(trigger.price)}`}`,
    triggerPrice === null ? null : `price ${cents(triggerPrice)}`,
    ...ending,
  ])
}

const positionLine = (isSettled: boolean, { ledger, report, label }: PositionSubject): string => {
  const pays = ledger.yesPaid ?? ledger.yesPays
  const [held] = heldPositions({ ledgers: [ledger], reports: report === null ? [] : [report] })
  return joined([
    `${isSettled ? 'Settled' : 'Decided'}: ${pays === null ? 'result unknown' : `YES pays ${cents(pays)}`}`,
    named(label),
    held === undefined || held.payout === null ? null : `payout ${dollars(held.payout)}`,
    isSettled && held !== undefined ? `result ${dollars(realizedPnl(held.fills))}` : null,
    `market ${ledger.svcId}`,
  ])
}

const haltLine = ({ subaccountId, name, halted, apiKeyId }: SubaccountHalt): string =>
  joined([
    halted ? 'Halted: only cancels and orders that reduce a position pass' : 'Resumed: new orders are accepted',
    `"${plain(name)}"`,
    apiKeyId === null ? "by the dead man's switch" : `by API key ${apiKeyId}`,
    `subaccount ${subaccountId}`,
  ])

const joined = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · ')

const named = (label: MarketLabel | null): string | null => (label === null ? null : `"${plain(label.title)}"`)

/** 410000 → `41¢`, 412000 → `41.2¢`. */
const cents = (price: Price): string => `${toDecimal(price * 100)}¢`

const contracts = (qty: number): string => toDecimal(qty)

const dollars = (amount: Money): string => `${amount < 0 ? '−' : ''}$${toDecimal(Math.abs(amount), 2)}`

/** Longest title or reason in a line. */
const LONGEST = 200

/**
 * Text of others as one line without effect in any chat. A zero-width space breaks mentions (`@all`), commands (`/stop`), tags (`#x`) and
 * addresses (`https://`, `a.example`), which chats recognise even in plain text.
 */
export const plain = (text: string): string => {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const short = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
  return short.replaceAll(/[@/#]|[.:](?=[^\s\d])/g, '$&\u200B')
}
