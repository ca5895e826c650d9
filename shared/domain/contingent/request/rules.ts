/** Rules between a parent and its conditional orders, checked before anything is stored. Each rule returns a sentence for the 422. */

import type { Price, Qty } from '../../kernel/numbers.ts'
import { type ConditionalType, DEEPEST_CHAIN } from '../conditional.ts'
import { brokenAtLimit } from '../exits/exit-level.ts'
import { isTooWide } from '../trigger/trailing.ts'
import { type ConditionalRequest, trailAmountOf } from './conditional-request.ts'

/** The order, or the trigger order, that the conditional order is attached to. */
export interface ParentTerms {
  readonly buyFlag: boolean
  readonly qty: Qty
  /** The price of an unfilled LIMIT order: its exits must lie beyond it. Null for a MARKET order, and after the first fill. */
  readonly limitPrice: Price | null
}

/** A broken rule; `index` says by which conditional order. */
export interface ConditionalBreak {
  readonly index: number
  readonly sentence: string
}

/**
 * Returns the rules broken between the parent and its conditional orders, or between these. Only exits are limited to the size of the
 * parent: a STOP or REVERSE_STOP in the direction of the parent adds to it.
 */
export const brokenWithParent = (
  parent: ParentTerms,
  requests: readonly ConditionalRequest[],
): readonly ConditionalBreak[] => {
  const breaks: ConditionalBreak[] = []
  requests.forEach(({ subtype, trigger }, index) => {
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
    requests.forEach((one, index) => {
      for (const sentence of brokenAtPrice(parent, limitPrice, one)) breaks.push({ index, sentence })
    })
  }
  return [...breaks, ...wrongSides(parent, requests)]
}

/** Returns the rules that an exit breaks at this limit price of its unfilled parent. */
export const brokenAtPrice = (
  parent: Pick<ParentTerms, 'buyFlag'>,
  limitPrice: Price,
  request: Pick<ConditionalRequest, 'subtype' | 'trigger' | 'trailAmount' | 'triggerTrailAmount'>,
): readonly string[] =>
  [brokenAtLimit(parent, limitPrice, request), tooWideAtLimit(limitPrice, request)].filter(
    (sentence) => sentence !== null,
  )

/** Refuses a trail whose stop would be at or below 0, or at or above 1, when the parent fills at its limit. */
const tooWideAtLimit = (
  limitPrice: Price,
  request: Pick<ConditionalRequest, 'trigger' | 'trailAmount' | 'triggerTrailAmount'>,
): string | null => {
  const { buyFlag } = request.trigger
  const amount = trailAmountOf(request)
  if (amount === null || !isTooWide(buyFlag, amount, limitPrice)) return null
  return `trail_amount must be less than ${buyFlag ? '1 minus the limit price' : 'the limit price'} of its parent`
}

/** Returns the rule that a new exit breaks with existing exits of its parent; null without one. */
export const brokenWithExits = (
  parent: Pick<ParentTerms, 'buyFlag'>,
  existing: ReadonlyArray<Pick<ConditionalRequest, 'subtype' | 'trigger'>>,
  request: ConditionalRequest,
): string | null => existing.flatMap((one) => wrongSides(parent, [one, request]))[0]?.sentence ?? null

/** The refusal of `reduce_only` on a custom asset. */
export const REDUCES_ONE_MARKET =
  'reduce_only is for orders on one market; an order that sells a custom asset only sells what is held'

const PROTECTS_ONE_MARKET =
  'protect is for one market: it follows a position, and a custom asset has one in each of its members'

/** Returns the further rules that a conditional order on a custom asset breaks. */
export const brokenOnBasket = (
  parent: ParentTerms | null,
  { trigger, protect }: ConditionalRequest,
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
  parent: Pick<ParentTerms, 'buyFlag'>,
  requests: ReadonlyArray<Pick<ConditionalRequest, 'subtype' | 'trigger'>>,
): readonly ConditionalBreak[] => {
  const profits = requests.flatMap(({ subtype, trigger }) =>
    subtype === 'TP' ? [trigger.stopPrice ?? trigger.price] : [],
  )
  return requests.flatMap(({ subtype, trigger: { stopPrice } }, index) => {
    if (subtype !== 'SL' || stopPrice === null) return []
    const wrong = profits.some((at) => at !== null && (parent.buyFlag ? at <= stopPrice : at >= stopPrice))
    const sides = parent.buyFlag ? 'above' : 'below'
    return wrong ? [{ index, sentence: `the TP must be ${sides} the SL` }] : []
  })
}

/** Returns whether a complex order at that depth is too deep for another link of the chain. */
export const isTooDeep = (parentDepth: number): boolean => parentDepth >= DEEPEST_CHAIN

/** Returns whether the type is a stop, which waits for a price of its own. */
export const isStop = (subtype: ConditionalType | null): boolean => subtype === 'STOP' || subtype === 'REVERSE_STOP'

const article = (subtype: ConditionalType | null): string => (subtype === 'SL' ? 'an' : 'a')
