/** An event of the account as a notification; null if the event needs no attention. */

import type { Change, ComplexOrder, Fill, Order } from '../api/types.ts'
import { money } from '../format/money.ts'
import { cancelReason } from '../format/own-words.ts'
import { price } from '../format/price.ts'
import { quantity } from '../format/quantity.ts'
import { describeComplex, NAMES } from '../parts/order/describe-complex.ts'
import { outcomeOf } from '../parts/order/outcome-of.ts'
import type { Entry } from './entry.ts'
import { fillText } from './fill-text.ts'

export const entryOf = (change: Change): Entry | null => {
  const told = toldOf(change)
  if (told === null) return null
  const { event_id, timestamp, object_id, data } = change
  return {
    key: event_id,
    ids: [event_id],
    at: timestamp,
    about: object_id,
    subaccountId: data.subaccount_id,
    fills: null,
    kind: 'plain',
    ...told,
  }
}

type Told = Pick<Entry, 'title' | 'text' | 'href'> & Partial<Pick<Entry, 'kind' | 'fills'>>

const toldOf = (change: Change): Told | null => {
  switch (change.type) {
    case 'order.filled':
      return filled(change.data)
    case 'fill.reversed': {
      const { data } = change
      const side = data.buy_flag ? 'buy' : 'sale'
      const text = `The ${side} of ${quantity(data.qty)} at ${price(data.price)} was reversed: the exchange could not settle it.`
      return { kind: 'bad', ...placeOf(data), text }
    }
    case 'order.updated':
      return orderEnded(change.data, change.previous_status)
    case 'complex_order.updated':
      return complexOrder(change.data)
    case 'complex_order.exit_incomplete': {
      const text = `${describeComplex(change.data)}. It could not close all: some is still held.`
      return { kind: 'bad', ...placeOf(change.data), href: '#/conditionals', text }
    }
    case 'market.decided': {
      const { position, payout, settlement } = change.data
      const way = settlement === 'redeemable' ? ' Redeem them on the page Positions.' : ''
      const text = `Decided. Your ${quantity(Math.abs(position))} contracts pay ${money(payout)}.${way}`
      return { kind: (payout ?? 0) > 0 ? 'good' : 'plain', ...placeOf(change.data), href: '#/positions', text }
    }
    case 'position.settled': {
      const text = `Settled: ${money(change.data.payout)} paid.`
      return {
        kind: (change.data.payout ?? 0) > 0 ? 'good' : 'plain',
        ...placeOf(change.data),
        href: '#/fills',
        text,
      }
    }
    case 'subaccount.halted': {
      const by = change.data.api_key_id === null ? ' by its dead man’s switch' : ''
      const text = `Halted${by}. Only cancels and orders that reduce a position are taken.`
      return { kind: 'bad', title: change.data.name, href: '#/limits', text }
    }
    case 'subaccount.resumed':
      return { kind: 'good', title: change.data.name, href: '#/limits', text: 'The halt is over.' }
    default:
      return null
  }
}

interface Placed {
  readonly svc_id?: number | null
  readonly market_title: string | null
  readonly svc_order_id?: string | null
}

/** The name of the market. Leads to the order if there is one, else to the market. */
const placeOf = ({ svc_id, market_title, svc_order_id }: Placed) => ({
  title: market_title ?? (svc_id == null ? 'Custom asset' : `Market ${svc_id}`),
  href: svc_order_id == null ? (svc_id == null ? '#/orders' : `#/markets/${svc_id}`) : `#/orders/${svc_order_id}`,
})

const filled = (fill: Fill & { readonly order: Order | null }): Told => {
  const { qty, price: at, buy_flag: buys, order } = fill
  const fills = { qty, cost: qty * at, buys, order: order && { qty: order.qty, traded_qty: order.traded_qty } }
  return { kind: 'good', ...placeOf(fill), fills, text: fillText(fills) }
}

/** Ends of an order that its user did not ask for. A leg is reported by its order. */
const orderEnded = (order: Order, before: string | null): Told | null => {
  const { status, parent_svc_order_id, cancel_code, buy_flag, qty, price: at } = order
  const isEnd = status === 'REJECTED' || status === 'EXPIRED' || (status === 'CANCELLED' && !isAsked(cancel_code))
  // Figures of an order that has ended can still change.
  if (!isEnd || before === status || parent_svc_order_id !== null) return null
  const what = `${buy_flag ? 'Buy' : 'Sell'} ${quantity(qty)} ${at === null ? 'at market' : `at ${price(at)}`}`
  return {
    kind: status === 'EXPIRED' ? 'plain' : 'bad',
    ...placeOf(order),
    text: `${what}: ${small(outcomeOf(order))}.`,
  }
}

/** Cancellations by the user or a program, and by another order that took its place. */
const ASKED: readonly string[] = [
  'user',
  'cancel_all',
  'flatten',
  'position_closed',
  'replaced',
  'sibling',
  'parent_cancelled',
  'parent_not_filled',
  'exit_fired',
  'basket_ended',
]

const isAsked = (code: string | null): boolean => code !== null && ASKED.includes(code)

const complexOrder = (order: ComplexOrder): Told | null => {
  const { status, conditional_order: conditional, twap_order: twap, cancel_reason, cancel_code } = order
  const place = { ...placeOf(order), href: '#/conditionals' }
  const what = describeComplex(order)
  if (twap !== null && (status === 'COMPLETED' || status === 'EXPIRED')) {
    const traded = `${quantity(twap.filled_qty)} of ${quantity(twap.total_qty)} ${twap.buy_flag ? 'bought' : 'sold'}`
    return { ...place, text: `TWAP ${status === 'COMPLETED' ? 'completed' : 'ended, its time is over'}: ${traded}.` }
  }
  if (status === 'EXPIRED') return { ...place, text: `${what}: expired.` }
  if (status === 'CANCELLED' && !isAsked(cancel_code))
    return { kind: 'bad', ...place, text: `${what}: cancelled, ${cancelReason(cancel_reason ?? '')}.` }
  // A take-profit that rests on the book has placed its order, and no price has fired it.
  if (status !== 'TRIGGERED' || conditional === null || conditional.trigger_price === null) return null
  // The stop that a stop-loss has armed is reported on its own.
  if (conditional.trigger_complex_order_id !== null) return null
  const { complex_order_subtype: kind } = order
  const name = kind === null ? 'Stop' : NAMES[kind]
  const sent = conditional.trigger_svc_order_id
  return {
    ...place,
    ...(sent === null ? {} : { href: `#/orders/${sent}` }),
    text: `${name} fired at ${price(conditional.trigger_price)}: ${what.replace(/^[^:]*: /, '').replace(/ when .*$/, '')}.`,
  }
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
