/** The values of the ticket, and the request that they become. */

import type { ConditionalOrderParams, CreateComplexOrder, CreateOrder } from '../api/types.ts'
import { price, readCents } from '../format/price.ts'
import { quantity, readQuantity } from '../format/quantity.ts'
import { readNumber } from '../format/read-number.ts'

export type Kind = 'LIMIT' | 'MARKET' | 'STOP' | 'TWAP'

/** As typed. Prices are in cents. */
export interface Draft {
  readonly side: 'buy' | 'sell'
  readonly kind: Kind
  readonly qty: string
  readonly price: string
  readonly timeInForce: 'GTC' | 'GTD' | 'IOC' | 'FOK'
  /** Local time of a GTD order, as its field has it. */
  readonly until: string
  readonly postOnly: boolean
  readonly cancelOnPause: boolean
  /** Never opens or flips a position. */
  readonly reduceOnly: boolean
  readonly takeProfit: string
  readonly stopLoss: string
  readonly stopPrice: string
  /** How far a trailing stop stays behind the best mark; empty for a stop that stays. */
  readonly trail: string
  readonly maxSlippage: string
  readonly minutes: string
  readonly slices: string
}

export const emptyDraft: Draft = {
  side: 'buy',
  kind: 'LIMIT',
  qty: '10',
  price: '',
  timeInForce: 'GTC',
  until: '',
  postOnly: false,
  cancelOnPause: false,
  reduceOnly: false,
  takeProfit: '',
  stopLoss: '',
  stopPrice: '',
  trail: '',
  maxSlippage: '',
  minutes: '30',
  slices: '6',
}

/** What is traded. */
export type Target = { readonly svc_id: number } | { readonly custom_asset_id: string }

export type Drafted =
  | { readonly kind: 'order'; readonly body: CreateOrder }
  | { readonly kind: 'complex'; readonly body: CreateComplexOrder }
  /** A sentence about the missing value, and its field; empty if the field says it already. */
  | { readonly kind: 'missing'; readonly what: string; readonly at: keyof Draft | '' }

/**
 * The request of a ticket, if every field of it is readable (see `faultsOf`). An unreadable value is never left out silently. The service
 * checks the rest.
 */
export const requestOf = (draft: Draft, target: Target, subaccount_id: string, isReadable: boolean): Drafted => {
  if (!isReadable) return missing('', 'Correct what is marked.')
  const { value: qty } = readQuantity(draft.qty)
  if (qty === null) return missing('qty', 'Enter how many contracts.')
  const common = { ...target, subaccount_id }
  if (draft.kind === 'TWAP') return twapOf(draft, common, qty)
  if (draft.kind === 'STOP') return stopOf(draft, common, qty)
  return orderOf(draft, common, qty)
}

/** A MARKET order that keeps to the price it was shown, though the book may move before it is sent; any other order as it is. */
export const keptTo = (worst: number | null, drafted: Drafted): Drafted =>
  worst === null || drafted.kind !== 'order' || drafted.body.order_type !== 'MARKET'
    ? drafted
    : { ...drafted, body: { ...drafted.body, protection_price: worst } }

type Common = Target & { readonly subaccount_id: string }

const orderOf = (draft: Draft, common: Common, qty: number): Drafted => {
  const limit = dollarsIn(draft.price)
  if (draft.kind === 'LIMIT' && limit === null) return missing('price', 'Enter a price, or click a level of the book.')
  if (draft.kind === 'LIMIT' && draft.timeInForce === 'GTD' && draft.until === '')
    return missing('until', 'Enter when the order ends.')
  const exits = exitsOf(draft, qty)
  return {
    kind: 'order',
    body: {
      ...common,
      buy_flag: draft.side === 'buy',
      qty,
      ...(draft.reduceOnly ? { reduce_only: true } : {}),
      order_type: draft.kind === 'MARKET' ? 'MARKET' : 'LIMIT',
      ...(draft.kind === 'LIMIT' ? limitFields(draft, limit ?? 0) : slippage(draft)),
      ...(exits.length === 0 ? {} : { conditional_orders_params: exits }),
    },
  }
}

const limitFields = ({ timeInForce, until, postOnly, cancelOnPause }: Draft, price: number) => ({
  price,
  time_in_force: timeInForce,
  ...(timeInForce === 'GTD' ? { expiry_ts_utc: new Date(until).toISOString() } : {}),
  ...(postOnly && rests(timeInForce) ? { post_only: true } : {}),
  ...(cancelOnPause && rests(timeInForce) ? { cancel_on_pause: true } : {}),
})

/** True if an order may rest on the book. */
export const rests = (timeInForce: Draft['timeInForce']): boolean => timeInForce === 'GTC' || timeInForce === 'GTD'

const slippage = ({ maxSlippage }: Draft) => {
  const dollars = dollarsIn(maxSlippage)
  return dollars === null ? {} : { max_slippage: dollars }
}

const exitsOf = ({ side, takeProfit, stopLoss }: Draft, qty: number): ConditionalOrderParams[] => {
  const exit = { qty, buy_flag: side !== 'buy' }
  const [profit, loss] = [dollarsIn(takeProfit), dollarsIn(stopLoss)]
  return [
    ...(profit === null ? [] : [{ conditional_order_type: 'TP' as const, trigger_order: { ...exit, price: profit } }]),
    ...(loss === null
      ? []
      : [{ conditional_order_type: 'SL' as const, trigger_order: { ...exit, stop_order_price: loss } }]),
  ]
}

const stopOf = (draft: Draft, common: Common, qty: number): Drafted => {
  const [at, trail] = [dollarsIn(draft.stopPrice), dollarsIn(draft.trail)]
  if (at === null && trail === null) return missing('stopPrice', 'Enter the price at which the stop fires.')
  if (at !== null && trail !== null)
    return missing('trail', 'Enter a stop price, or how far the stop trails: not both.')
  const limit = dollarsIn(draft.price)
  const order = {
    qty,
    buy_flag: draft.side === 'buy',
    ...(draft.reduceOnly ? { reduce_only: true } : {}),
    ...(limit === null ? {} : { price: limit }),
  }
  return {
    kind: 'complex',
    body: {
      ...common,
      conditional_order_params: {
        conditional_order_type: 'STOP',
        ...(trail === null ? { stop_order_price: at } : { trail_amount: trail }),
        trigger_order: order,
      },
    },
  }
}

const twapOf = (draft: Draft, common: Common, total_qty: number): Drafted => {
  const [minutes, slices] = [readNumber(draft.minutes).value, readNumber(draft.slices).value]
  if (minutes === null) return missing('minutes', 'Enter how many minutes it takes.')
  if (slices === null) return missing('slices', 'Enter how many slices, at least 2.')
  const limit = dollarsIn(draft.price)
  return {
    kind: 'complex',
    body: {
      ...common,
      twap_order_params: {
        buy_flag: draft.side === 'buy',
        total_qty,
        duration_s: Math.round(minutes * 60),
        slices,
        ...(limit === null ? {} : { limit_price: limit }),
      },
    },
  }
}

/** Null if there is none. */
const dollarsIn = (cents: string): number | null => readCents(cents).value

const missing = (at: keyof Draft | '', what: string): Drafted => ({ kind: 'missing', what, at })

/** Text of the button of the ticket: `Buy 10 at 45¢`. */
export const summaryOf = (draft: Draft): string => {
  const qty = quantity(readQuantity(draft.qty).value)
  const verb = draft.side === 'buy' ? 'Buy' : 'Sell'
  const limit = dollarsIn(draft.price)
  if (draft.kind === 'MARKET') return `${verb} ${qty} at market`
  const trail = dollarsIn(draft.trail)
  const at = limit === null ? 'at market' : `at ${price(limit)}`
  const when =
    trail === null ? ` when mark reaches ${price(dollarsIn(draft.stopPrice))}` : `, trailing by ${price(trail)}`
  if (draft.kind === 'STOP') return `Arm: ${verb.toLowerCase()} ${qty} ${at}${when}`
  if (draft.kind === 'TWAP') return `Start TWAP: ${verb.toLowerCase()} ${qty}`
  return `${verb} ${qty} at ${price(limit)}`
}
