/** Makes the conditional orders of a new order, to be stored together with it. */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { basketTarget, marketTarget } from '#domain/complex-orders/target.ts'
import { type Conditional, type ConditionalType, newConditional } from '#domain/contingent/conditional.ts'
import { brokenInItself } from '#domain/contingent/request/broken-in-itself.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { brokenWithParent } from '#domain/contingent/request/rules.ts'
import { openLimitOf } from '#domain/contingent/trigger/open-limit.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import { type MarkNowDeps, markNow } from '../fire/mark-now.ts'
import { reachedAlready, reachedParent } from './reached-already.ts'
import { trailOn, trailTooWide } from './trail-too-wide.ts'
import { typeConditional } from './type-conditional.ts'

export interface AttachConditionalsDeps extends MarkNowDeps {
  readonly ids: Ids
}

/** A conditional order of the request, with a known type. */
type Typed = ConditionalRequest & { readonly subtype: ConditionalType }

/** Returns the new conditional orders; a problem names the broken rule. `markets` are the markets of the order. */
export const attachConditionals = async (
  deps: AttachConditionalsDeps,
  order: PlacedOrder,
  markets: readonly Market[],
  requests: readonly ConditionalRequest[],
): Promise<readonly Conditional[] | Problem> => {
  const typed: Typed[] = []
  const allocation = isBasketOrder(order) ? order.allocation : 'BEST_PRICE'
  for (const [index, one] of requests.entries()) {
    const subtype = await typeConditional(one, {
      hasParent: true,
      parentPrice: isBasketOrder(order) ? null : order.price,
      priceNow: () => markNow(deps, allocation, markets),
      loc: placeOf(index),
    })
    if (isProblem(subtype)) return subtype
    typed.push({ ...one, subtype })
  }
  return (
    brokenOf(order, typed) ??
    (await reachedAlready(deps, reachedParent(order, markets), typed)) ??
    (openLimitOf(order) === null ? await trailTooWide(deps, { allocation, markets }, typed) : null) ??
    typed.map((one) => toConditional(deps.ids.uuid(), order, markets, one))
  )
}

const toConditional = (
  complexOrderId: string,
  order: PlacedOrder,
  markets: readonly Market[],
  request: Typed,
): Conditional => {
  const { subtype, stopPrice, triggerPriceType, trigger } = request
  const { userId, subaccountId, orderId: parentOrderId, tag, createdAt } = order
  return newConditional(
    {
      complexOrderId,
      userId,
      subaccountId,
      tag,
      target: isBasketOrder(order) ? basketTarget(order, markets) : marketTarget(order),
      parentOrderId,
      parentComplexOrderId: null,
      depth: 1,
      subtype,
      stopPrice,
      trail: trailOn(markets, request),
      triggerPriceType,
      trigger,
      subscriberState: subscriberStateOf({ hasWebhooks: order.subscriberState !== null }),
    },
    createdAt,
  )
}

/** Checks the rules again: every type is known now. */
const brokenOf = (order: PlacedOrder, typed: readonly ConditionalRequest[]): Problem | null => {
  const breaks = [
    ...typed.flatMap((one, index) => brokenInItself(one, true).map((sentence) => ({ index, sentence }))),
    ...brokenWithParent({ ...order, limitPrice: openLimitOf(order) }, typed),
  ]
  const [first] = breaks
  return first === undefined ? null : problem(422, 'value_error', first.sentence, { loc: placeOf(first.index) })
}

const placeOf = (index: number): ReadonlyArray<string | number> => ['body', 'conditional_orders_params', index]
