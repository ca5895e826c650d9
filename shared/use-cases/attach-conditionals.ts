/** Makes the conditional orders that come with a new order, so that all are stored together. */

import { type ConditionalOrder, newConditional } from '#domain/complex-order.ts'
import { brokenInItself, brokenWithParent } from '#domain/conditional-rules.ts'
import type { Market } from '#domain/market.ts'
import type { Order } from '#domain/order.ts'
import { isProblem, type Problem, problem } from '#domain/problem.ts'
import { audienceOf } from '#domain/webhook-event.ts'
import type { Ids } from '#ports/ids.ts'
import { type ConditionalAsked, markNow, type TypeConditionalDeps, typeConditional } from './type-conditional.ts'

export interface AttachConditionalsDeps extends TypeConditionalDeps {
  readonly ids: Ids
}

export const attachConditionals = async (
  deps: AttachConditionalsDeps,
  order: Order,
  market: Market,
  asked: readonly ConditionalAsked[],
): Promise<readonly ConditionalOrder[] | Problem> => {
  const typed: Array<ConditionalAsked & Pick<Parameters<typeof newConditional>[0], 'subtype'>> = []
  for (const [index, one] of asked.entries()) {
    const loc = placeOf(index)
    const subtype = await typeConditional(one, {
      hasParent: true,
      parentPrice: order.price,
      priceNow: () => markNow(deps, market, one.trigger.buyFlag),
      loc,
    })
    if (isProblem(subtype)) return subtype
    typed.push({ ...one, subtype })
  }
  const broken = brokenOf(order, typed)
  if (broken !== null) return broken
  const { userId, subaccountId, exchange, svcId, nativeId, shard } = order
  return typed.map(({ subtype, stopPrice, triggerPriceType, trigger }) =>
    newConditional(
      {
        complexOrderId: deps.ids.uuid(),
        userId,
        subaccountId,
        exchange,
        svcId,
        nativeId,
        shard,
        subtype,
        parentOrderId: order.orderId,
        parentComplexOrderId: null,
        depth: 1,
        stopPrice,
        triggerPriceType,
        trigger,
        audience: audienceOf({ hasWebhooks: order.audience !== null }),
      },
      order.createdAt,
    ),
  )
}

/** The rules once more, now that every type is known. */
const brokenOf = (order: Order, typed: readonly ConditionalAsked[]): Problem | null => {
  const breaks = [
    ...typed.flatMap((one, index) => brokenInItself(one, true).map((sentence) => ({ index, sentence }))),
    ...brokenWithParent(order, typed),
  ]
  const [first] = breaks
  return first === undefined ? null : problem(422, 'value_error', first.sentence, { loc: placeOf(first.index) })
}

const placeOf = (index: number): ReadonlyArray<string | number> => ['body', 'conditional_orders_params', index]
