/** Makes the conditional orders that come with a new order, so that all are stored together. */

import { isBasketOrder, type PlacedOrder } from '#domain/baskets/basket-order.ts'
import { newBasketConditional } from '#domain/baskets/conditional.ts'
import { type Conditional, type ConditionalType, newConditional } from '#domain/contingent/complex-order.ts'
import { brokenInItself, brokenWithParent } from '#domain/contingent/rules.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { subscriberStateOf } from '#domain/webhooks/subscriber-state.ts'
import type { Ids } from '#ports/ids.ts'
import {
  basketMarkNow,
  type ConditionalAsked,
  markNow,
  type TypeConditionalDeps,
  typeConditional,
} from './type-conditional.ts'

export interface AttachConditionalsDeps extends TypeConditionalDeps {
  readonly ids: Ids
}

/** A conditional order as asked for, whose type is known. */
type Typed = ConditionalAsked & { readonly subtype: ConditionalType }

/** `markets` are what the order trades. */
export const attachConditionals = async (
  deps: AttachConditionalsDeps,
  order: PlacedOrder,
  markets: readonly Market[],
  asked: readonly ConditionalAsked[],
): Promise<readonly Conditional[] | Problem> => {
  const typed: Typed[] = []
  for (const [index, one] of asked.entries()) {
    const subtype = await typeConditional(one, {
      hasParent: true,
      parentPrice: isBasketOrder(order) ? null : order.price,
      priceNow: () => priceNow(deps, order, markets, one.trigger.buyFlag),
      loc: placeOf(index),
    })
    if (isProblem(subtype)) return subtype
    typed.push({ ...one, subtype })
  }
  return brokenOf(order, typed) ?? typed.map((one) => toConditional(deps.ids.uuid(), order, markets, one))
}

const priceNow = async (
  deps: AttachConditionalsDeps,
  order: PlacedOrder,
  markets: readonly Market[],
  buyFlag: boolean,
): Promise<Price | null | Problem> => {
  if (isBasketOrder(order)) return basketMarkNow(deps, order.allocation, markets, buyFlag)
  const [market] = markets
  return market === undefined ? null : markNow(deps, market, buyFlag)
}

const toConditional = (
  complexOrderId: string,
  order: PlacedOrder,
  markets: readonly Market[],
  { subtype, stopPrice, triggerPriceType, trigger }: Typed,
): Conditional => {
  const { userId, subaccountId, orderId: parentOrderId, createdAt } = order
  const subscriberState = subscriberStateOf({ hasWebhooks: order.subscriberState !== null })
  const hanging = {
    complexOrderId,
    userId,
    subaccountId,
    parentOrderId,
    parentComplexOrderId: null,
    depth: 1,
    subscriberState,
  }
  const asked = { subtype, stopPrice, triggerPriceType, trigger }
  if (!isBasketOrder(order)) {
    const { exchange, svcId, nativeId, shard } = order
    return newConditional({ ...hanging, ...asked, exchange, svcId, nativeId, shard }, createdAt)
  }
  const { customAssetId, allocation } = order
  const members = markets.map(({ svcId, exchange, nativeId }) => ({ svcId, exchange, nativeId }))
  return newBasketConditional({ ...hanging, ...asked, customAssetId, allocation, members }, createdAt)
}

/** The rules once more, now that every type is known. */
const brokenOf = (order: PlacedOrder, typed: readonly ConditionalAsked[]): Problem | null => {
  const breaks = [
    ...typed.flatMap((one, index) => brokenInItself(one, true).map((sentence) => ({ index, sentence }))),
    ...brokenWithParent(order, typed),
  ]
  const [first] = breaks
  return first === undefined ? null : problem(422, 'value_error', first.sentence, { loc: placeOf(first.index) })
}

const placeOf = (index: number): ReadonlyArray<string | number> => ['body', 'conditional_orders_params', index]
