/** The rules for the conditional orders of one parent, checked before anything is stored. Each answers a sentence for the 422. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Instructions } from '../orders/instructions.ts'
import type { TimeInForce } from '../orders/order.ts'
import { type ConditionalType, DEEPEST_CHAIN, type TriggerOrder } from './conditional.ts'
import { brokenAtLimit } from './exit-level.ts'
import { isTooWide } from './trailing.ts'

/** One conditional order of a request; `subtype` is null while it is not known yet. */
export interface AskedConditional {
  readonly subtype: ConditionalType | null
  readonly stopPrice: Price | null
  /** How far a trailing STOP stays behind the best price. */
  readonly trailAmount: Price | null
  /** The same of the stop that an SL arms. */
  readonly triggerTrailAmount: Price | null
  /** What links it with others of its subaccount and instrument. */
  readonly linkId: string | null
  /** Its quantity follows the position. Then `trigger.qty` is 0, unless one was given. */
  readonly protect: boolean
  readonly trigger: TriggerOrder
}

/** The order, or the trigger order, that the conditional order is attached to. */
export interface AskedParent {
  readonly buyFlag: boolean
  readonly qty: Qty
  /** Of a LIMIT order that has not filled: its exits lie beyond it. Null for a MARKET order, and once some of it has filled. */
  readonly limitPrice: Price | null
}

/** A broken rule; `index` says by which conditional order. */
export interface ConditionalBreak {
  readonly index: number
  readonly sentence: string
}

/** Rules that a conditional order breaks in itself. `hasParent`: it is attached to an order or chained to a complex order. */
export const brokenInItself = (asked: AskedConditional, hasParent: boolean): readonly string[] => {
  const { subtype, stopPrice, linkId, protect, trailAmount, triggerTrailAmount, trigger } = asked
  const breaks: string[] = []
  if (trigger.orderType === 'LIMIT' && trigger.price === null)
    breaks.push('trigger_order.price is required for LIMIT trigger orders')
  if (trigger.orderType === 'MARKET' && trigger.price !== null)
    breaks.push('a MARKET trigger order has no price; to cap the price make it a LIMIT order')
  if (linkId !== null && (hasParent || subtype === 'TP' || subtype === 'SL'))
    breaks.push('link_id is for STOP and REVERSE_STOP without a parent; the exits of a parent are linked already')
  if (protect && (hasParent || subtype === 'TP' || subtype === 'SL'))
    breaks.push(
      'protect is for STOP and REVERSE_STOP without a parent; the exits of a parent follow what it has filled',
    )
  if (protect && trigger.qty > 0)
    breaks.push('trigger_order.qty and protect are mutually exclusive: with protect the qty is that of the position')
  if (subtype !== 'REVERSE_STOP' && stopPrice !== null && trailAmount !== null)
    breaks.push('stop_order_price and trail_amount are mutually exclusive')
  if (subtype !== 'TP' && trigger.stopPrice !== null && triggerTrailAmount !== null)
    breaks.push('trigger_order.stop_order_price and trigger_order.trail_amount are mutually exclusive')
  const ofOrder = [
    ...brokenBounds(trigger),
    ...brokenInstructions({ ...trigger, cancelOnPause: false, timeInForce: null }),
  ]
  breaks.push(...ofOrder.map((sentence) => `trigger_order.${sentence}`))
  switch (subtype) {
    case 'TP':
    case 'SL':
      if (!hasParent) breaks.push(`${subtype} requires parent_svc_order_id or parent_complex_order_id`)
      if (subtype === 'SL' && trigger.stopPrice === null && triggerTrailAmount === null)
        breaks.push('SL requires trigger_order.stop_order_price or trigger_order.trail_amount')
      if (subtype === 'TP' && triggerTrailAmount !== null) breaks.push('trigger_order.trail_amount is for SL')
      if (subtype === 'TP' && trigger.stopPrice === null && trigger.orderType === 'MARKET')
        breaks.push('a MARKET TP requires trigger_order.stop_order_price')
      if (stopPrice !== null) breaks.push(`stop_order_price is for STOP and REVERSE_STOP; ${subtype} has ${ITS_PRICE}`)
      if (trailAmount !== null) breaks.push('trail_amount is for STOP; SL has trigger_order.trail_amount')
      break
    case 'STOP':
    case 'REVERSE_STOP':
      if (stopPrice === null && (subtype === 'REVERSE_STOP' || trailAmount === null))
        breaks.push(`${subtype} requires stop_order_price${subtype === 'STOP' ? ' or trail_amount' : ''}`)
      if (subtype === 'REVERSE_STOP' && trailAmount !== null)
        breaks.push('trail_amount is for STOP; a REVERSE_STOP waits for a price to come back')
      if (triggerTrailAmount !== null) breaks.push('trigger_order.trail_amount is for SL')
      if (trigger.stopPrice !== null) breaks.push(`trigger_order.stop_order_price is for TP and SL`)
      break
    case null:
      break
  }
  return breaks
}

/** Bounds are for what has no price of its own. */
export const brokenBounds = ({
  orderType,
  maxSlippage,
  protectionPrice,
}: Pick<TriggerOrder, 'orderType' | 'maxSlippage' | 'protectionPrice'>): readonly string[] =>
  orderType === 'MARKET'
    ? []
    : [
        ...(maxSlippage === null ? [] : ['max_slippage']),
        ...(protectionPrice === null ? [] : ['protection_price']),
      ].map((field) => `${field} is for MARKET orders; a LIMIT order never trades beyond its price`)

/** Instructions that do not suit the order. `timeInForce` is null where none was asked for. */
export const brokenInstructions = (asked: Instructed): readonly string[] => {
  const { orderType, timeInForce } = asked
  const fields = [...(asked.postOnly ? ['post_only'] : []), ...(asked.cancelOnPause ? ['cancel_on_pause'] : [])]
  const whole = asked.reduceOnly && timeInForce === 'FOK' ? [REDUCED_WHOLE] : []
  if (orderType === 'MARKET')
    return [
      ...whole,
      ...fields.map((field) => `${field} is for LIMIT orders: a MARKET order trades at once and never rests`),
    ]
  if (timeInForce !== 'IOC' && timeInForce !== 'FOK') return []
  return [
    ...whole,
    ...fields.map(
      (field) => `${field} is for GTC and GTD orders: an ${timeInForce} order trades at once and never rests`,
    ),
  ]
}

const REDUCED_WHOLE = 'reduce_only is not for FOK orders: it may fill less than was asked for'

interface Instructed extends Instructions, Pick<TriggerOrder, 'orderType'> {
  readonly timeInForce: TimeInForce | null
}

const ITS_PRICE = 'trigger_order.stop_order_price'

/**
 * Rules broken between the parent and its conditional orders, or between these. Only exits are limited to the parent's size: a STOP
 * or REVERSE_STOP in the parent's own direction adds to it.
 */
export const brokenWithParent = (
  parent: AskedParent,
  asked: readonly AskedConditional[],
): readonly ConditionalBreak[] => {
  const breaks: ConditionalBreak[] = []
  asked.forEach(({ subtype, trigger }, index) => {
    const named = subtype ?? 'conditional'
    const same = trigger.buyFlag === parent.buyFlag
    if (same && (subtype === 'TP' || subtype === 'SL'))
      breaks.push({
        index,
        sentence: `${article(subtype)} ${named} trades against its parent: trigger_order.buy_flag must be ${!parent.buyFlag}`,
      })
    if (!same && trigger.qty > parent.qty)
      breaks.push({ index, sentence: `${article(subtype)} ${named} must not have more qty than its parent` })
  })
  const { limitPrice } = parent
  if (limitPrice !== null) {
    asked.forEach((one, index) => {
      for (const sentence of brokenAtPrice(parent, limitPrice, one)) breaks.push({ index, sentence })
    })
  }
  return [...breaks, ...wrongSides(parent, asked)]
}

/** The rules that an exit of a LIMIT parent without a fill breaks where that is the parent's price. */
export const brokenAtPrice = (
  parent: Pick<AskedParent, 'buyFlag'>,
  limitPrice: Price,
  asked: Pick<AskedConditional, 'subtype' | 'trigger' | 'trailAmount' | 'triggerTrailAmount'>,
): readonly string[] =>
  [brokenAtLimit(parent, limitPrice, asked), tooWideAtLimit(limitPrice, asked)].filter((sentence) => sentence !== null)

/** The amount by which it trails, wherever that stands; null where it does not. */
export const trailAmountOf = ({
  trailAmount,
  triggerTrailAmount,
}: Pick<AskedConditional, 'trailAmount' | 'triggerTrailAmount'>): Price | null => trailAmount ?? triggerTrailAmount

/** A stop that would stand at or below 0, or at or above 1, when its parent fills at its limit. */
const tooWideAtLimit = (
  limitPrice: Price,
  asked: Pick<AskedConditional, 'trigger' | 'trailAmount' | 'triggerTrailAmount'>,
): string | null => {
  const { buyFlag } = asked.trigger
  const amount = trailAmountOf(asked)
  if (amount === null || !isTooWide(buyFlag, amount, limitPrice)) return null
  return `trail_amount must be less than ${buyFlag ? '1 minus the limit price' : 'the limit price'} of its parent`
}

/** The rule that a new exit breaks with exits that its parent has already; null when it keeps them. */
export const brokenWithExits = (
  parent: Pick<AskedParent, 'buyFlag'>,
  existing: ReadonlyArray<Pick<AskedConditional, 'subtype' | 'trigger'>>,
  asked: AskedConditional,
): string | null => existing.flatMap((one) => wrongSides(parent, [one, asked]))[0]?.sentence ?? null

/** An order on a custom asset that its user wants only to reduce. */
export const REDUCES_ONE_MARKET =
  'reduce_only is for orders on one market; an order that sells a custom asset only sells what is held'

const PROTECTS_ONE_MARKET =
  'protect is for one market: it follows a position, and a custom asset has one in each of its members'

/** Further rules for a conditional order on a custom asset. */
export const brokenOnBasket = (
  parent: AskedParent | null,
  { trigger, protect }: AskedConditional,
): readonly string[] => {
  const breaks: string[] = []
  if (trigger.orderType !== 'MARKET') breaks.push('the trigger order on a custom asset must be a MARKET order')
  if (protect) breaks.push(PROTECTS_ONE_MARKET)
  else if (trigger.reduceOnly) breaks.push(REDUCES_ONE_MARKET)
  if (parent !== null && !parent.buyFlag && trigger.buyFlag)
    breaks.push('an order that sells a custom asset only closes what is held, so there is nothing to leave again')
  return breaks
}

/** A long position takes its profit above and stops its loss below; a short one the other way round. */
const wrongSides = (
  parent: Pick<AskedParent, 'buyFlag'>,
  asked: ReadonlyArray<Pick<AskedConditional, 'subtype' | 'trigger'>>,
): readonly ConditionalBreak[] => {
  const profits = asked.flatMap(({ subtype, trigger }) =>
    subtype === 'TP' ? [trigger.stopPrice ?? trigger.price] : [],
  )
  return asked.flatMap(({ subtype, trigger: { stopPrice } }, index) => {
    if (subtype !== 'SL' || stopPrice === null) return []
    const wrong = profits.some((at) => at !== null && (parent.buyFlag ? at <= stopPrice : at >= stopPrice))
    const sides = parent.buyFlag ? 'above' : 'below'
    return wrong ? [{ index, sentence: `the TP must be ${sides} the SL` }] : []
  })
}

/** Whether nothing can be chained to a complex order at that depth. */
export const isTooDeep = (parentDepth: number): boolean => parentDepth >= DEEPEST_CHAIN

/** Whether the type is a stop, which waits for a price of its own. */
export const isStop = (subtype: ConditionalType | null): boolean => subtype === 'STOP' || subtype === 'REVERSE_STOP'

const article = (subtype: ConditionalType | null): string => (subtype === 'SL' ? 'an' : 'a')
