/** The rules for the conditional orders of one parent, checked before anything is stored. Each answers a sentence for the 422. */

import type { Price, Qty } from '../kernel/numbers.ts'
import type { Instructions } from '../orders/instructions.ts'
import type { TimeInForce } from '../orders/order.ts'
import { type ConditionalType, DEEPEST_CHAIN, type TriggerOrder } from './conditional.ts'
import { brokenAtLimit } from './exit-level.ts'

/** One conditional order of a request; `subtype` is null while it is not known yet. */
export interface AskedConditional {
  readonly subtype: ConditionalType | null
  readonly stopPrice: Price | null
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
  const { subtype, stopPrice, trigger } = asked
  const breaks: string[] = []
  if (trigger.orderType === 'LIMIT' && trigger.price === null)
    breaks.push('trigger_order.price is required for LIMIT trigger orders')
  if (trigger.orderType === 'MARKET' && trigger.price !== null)
    breaks.push('a MARKET trigger order has no price; to cap the price make it a LIMIT order')
  const ofOrder = [
    ...brokenBounds(trigger),
    ...brokenInstructions({ ...trigger, cancelOnPause: false, timeInForce: null }),
  ]
  breaks.push(...ofOrder.map((sentence) => `trigger_order.${sentence}`))
  switch (subtype) {
    case 'TP':
    case 'SL':
      if (!hasParent) breaks.push(`${subtype} requires parent_svc_order_id or parent_complex_order_id`)
      if (subtype === 'SL' && trigger.stopPrice === null) breaks.push('SL requires trigger_order.stop_order_price')
      if (subtype === 'TP' && trigger.stopPrice === null && trigger.orderType === 'MARKET')
        breaks.push('a MARKET TP requires trigger_order.stop_order_price')
      if (stopPrice !== null) breaks.push(`stop_order_price is for STOP and REVERSE_STOP; ${subtype} has ${ITS_PRICE}`)
      break
    case 'STOP':
    case 'REVERSE_STOP':
      if (stopPrice === null) breaks.push(`${subtype} requires stop_order_price`)
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
      const sentence = brokenAtLimit(parent, limitPrice, one)
      if (sentence !== null) breaks.push({ index, sentence })
    })
  }
  return [...breaks, ...wrongSides(parent, asked)]
}

/** The rule that a new exit breaks with exits that its parent has already; null when it keeps them. */
export const brokenWithExits = (
  parent: Pick<AskedParent, 'buyFlag'>,
  existing: readonly AskedConditional[],
  asked: AskedConditional,
): string | null => existing.flatMap((one) => wrongSides(parent, [one, asked]))[0]?.sentence ?? null

/** An order on a custom asset that its user wants only to reduce. */
export const REDUCES_ONE_MARKET =
  'reduce_only is for orders on one market; an order that sells a custom asset only sells what is held'

/** Further rules for a conditional order on a custom asset. */
export const brokenOnBasket = (parent: AskedParent | null, { trigger }: AskedConditional): readonly string[] => {
  const breaks: string[] = []
  if (trigger.orderType !== 'MARKET') breaks.push('the trigger order on a custom asset must be a MARKET order')
  if (trigger.reduceOnly) breaks.push(REDUCES_ONE_MARKET)
  if (parent !== null && !parent.buyFlag && trigger.buyFlag)
    breaks.push('an order that sells a custom asset only closes what is held, so there is nothing to leave again')
  return breaks
}

/** A long position takes its profit above and stops its loss below; a short one the other way round. */
const wrongSides = (
  parent: Pick<AskedParent, 'buyFlag'>,
  asked: readonly AskedConditional[],
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
