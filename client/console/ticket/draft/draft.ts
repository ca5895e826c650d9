/** The values of the ticket, and the request that they become. */

import type { ConditionalOrderParams, CreateComplexOrder, CreateOrder } from '../../api/types.ts'
import { readCents } from '../../format/price.ts'
import { readQuantity } from '../../format/quantity.ts'
import { readNumber } from '../../format/read-number.ts'
import { mirror } from './mirror.ts'
import type { Sized } from './sizing.ts'

export type Kind = 'LIMIT' | 'MARKET' | 'STOP' | 'TWAP'

/** As typed. Prices are in cents of the outcome: a NO bought at 55¢ is sent as a YES sold at 45¢. */
export interface Draft {
  readonly side: 'buy' | 'sell'
  readonly outcome: 'yes' | 'no'
  readonly kind: Kind
  readonly amount: 'contracts' | 'dollars'
  readonly qty: string
  /** The most that it may cost, if the amount is in dollars. */
  readonly dollars: string
  readonly price: string
  /** The book fills in the price only until the user does. */
  readonly isPriceOwn: boolean
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
  outcome: 'yes',
  kind: 'LIMIT',
  amount: 'contracts',
  qty: '10',
  dollars: '10',
  price: '',
  isPriceOwn: false,
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

interface Surroundings {
  readonly target: Target
  readonly subaccountId: string
  /** False if a field cannot be read (see `faultsOf`). An unreadable value is never left out silently. */
  readonly isReadable: boolean
  /** The contracts for an amount in dollars. */
  readonly sized: Sized
}

/** The request of a ticket. The service checks the rest. */
export const requestOf = (draft: Draft, { target, subaccountId, isReadable, sized }: Surroundings): Drafted => {
  if (!isReadable) return missing('', 'Correct what is marked.')
  const isInDollars = inDollars(draft)
  const qty = isInDollars ? sized.qty : readQuantity(draft.qty).value
  if (qty === null) return missing('qty', 'Enter how many contracts.')
  if (isInDollars && readNumber(draft.dollars, { unit: '$' }).value === null)
    return missing('dollars', 'Enter how many dollars.')
  if (draft.kind === 'LIMIT' && dollarsIn(draft.price) === null)
    return missing('price', 'Enter a price, or click a level of the book.')
  if (qty === 0) return missing('dollars', 'Now this buys no contract.')
  const common = { ...target, subaccount_id: subaccountId }
  if (draft.kind === 'TWAP') return twapOf(draft, common, qty)
  if (draft.kind === 'STOP') return stopOf(draft, common, qty)
  return orderOf(draft, common, qty, isInDollars ? sized.worst : null)
}

/** Only a purchase on the book has an amount in dollars. */
export const inDollars = ({ amount, side, kind }: Draft): boolean =>
  amount === 'dollars' && side === 'buy' && (kind === 'LIMIT' || kind === 'MARKET')

/** True if the order buys YES: a purchase of YES, or a sale of NO. */
export const buysYes = ({ side, outcome }: Pick<Draft, 'side' | 'outcome'>): boolean =>
  (side === 'buy') === (outcome === 'yes')

/** The YES price of a price of the ticket. */
const inYes = ({ outcome }: Draft, dollars: number | null): number | null =>
  outcome === 'yes' ? dollars : mirror.known(dollars)

/** A MARKET order that keeps to the shown price, although the book may move. Other orders stay as they are. */
export const keptTo = (worst: number | null, drafted: Drafted): Drafted =>
  worst === null || drafted.kind !== 'order' || drafted.body.order_type !== 'MARKET'
    ? drafted
    : { ...drafted, body: { ...drafted.body, protection_price: worst } }

type Common = Target & { readonly subaccount_id: string }

const orderOf = (draft: Draft, common: Common, qty: number, worst: number | null): Drafted => {
  if (draft.kind === 'LIMIT' && draft.timeInForce === 'GTD' && draft.until === '')
    return missing('until', 'Enter when the order ends.')
  const exits = exitsOf(draft, qty)
  return {
    kind: 'order',
    body: {
      ...common,
      buy_flag: buysYes(draft),
      qty,
      ...(draft.reduceOnly ? { reduce_only: true } : {}),
      order_type: draft.kind === 'MARKET' ? 'MARKET' : 'LIMIT',
      ...(draft.kind === 'LIMIT' ? limitFields(draft) : marketFields(draft, worst)),
      ...(exits.length === 0 ? {} : { conditional_orders_params: exits }),
    },
  }
}

const limitFields = (draft: Draft) => {
  const { timeInForce, until, postOnly, cancelOnPause } = draft
  return {
    price: inYes(draft, dollarsIn(draft.price)),
    time_in_force: timeInForce,
    ...(timeInForce === 'GTD' ? { expiry_ts_utc: new Date(until).toISOString() } : {}),
    ...(postOnly && rests(timeInForce) ? { post_only: true } : {}),
    ...(cancelOnPause && rests(timeInForce) ? { cancel_on_pause: true } : {}),
  }
}

/** True if an order may rest on the book. */
export const rests = (timeInForce: Draft['timeInForce']): boolean => timeInForce === 'GTC' || timeInForce === 'GTD'

const marketFields = (draft: Draft, worst: number | null) => {
  const slippage = dollarsIn(draft.maxSlippage)
  return {
    ...(slippage === null ? {} : { max_slippage: slippage }),
    ...(worst === null ? {} : { protection_price: inYes(draft, worst) }),
  }
}

const exitsOf = (draft: Draft, qty: number): ConditionalOrderParams[] => {
  const exit = { qty, buy_flag: !buysYes(draft) }
  const [profit, loss] = [inYes(draft, dollarsIn(draft.takeProfit)), inYes(draft, dollarsIn(draft.stopLoss))]
  return [
    ...(profit === null ? [] : [{ conditional_order_type: 'TP' as const, trigger_order: { ...exit, price: profit } }]),
    ...(loss === null
      ? []
      : [{ conditional_order_type: 'SL' as const, trigger_order: { ...exit, stop_order_price: loss } }]),
  ]
}

const stopOf = (draft: Draft, common: Common, qty: number): Drafted => {
  const [at, trail] = [inYes(draft, dollarsIn(draft.stopPrice)), dollarsIn(draft.trail)]
  if (at === null && trail === null) return missing('stopPrice', 'Enter the price at which the stop fires.')
  if (at !== null && trail !== null)
    return missing('trail', 'Enter a stop price, or how far the stop trails: not both.')
  const limit = inYes(draft, dollarsIn(draft.price))
  const order = {
    qty,
    buy_flag: buysYes(draft),
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
  const limit = inYes(draft, dollarsIn(draft.price))
  return {
    kind: 'complex',
    body: {
      ...common,
      twap_order_params: {
        buy_flag: buysYes(draft),
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
