/** Makes a conditional order on a custom asset: with the members it has now, or those of what it hangs on. */

import type { BasketOrder } from '#domain/baskets/basket-order.ts'
import { type BasketConditional, newBasketConditional } from '#domain/baskets/conditional.ts'
import type { Allocation } from '#domain/baskets/plan.ts'
import { isExit } from '#domain/contingent/complex-order.ts'
import { entryOf } from '#domain/contingent/contingency-group.ts'
import { brokenOnBasket } from '#domain/contingent/rules.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import { type RiskBreach, type RiskLimits, riskOfTrigger } from '#domain/risk/limits.ts'
import { subscriberStateOf } from '#domain/webhooks/subscriber-state.ts'
import {
  brokenConditional,
  ENDED,
  hasEndedEmpty,
  LOC,
  type MakeConditionalDeps,
  type ParentOf,
  type PlaceConditionalInput,
  placeIn,
  refusedConditional,
} from '../contingent/make-conditional.ts'
import { basketMarkNow, typeConditional } from '../contingent/type-conditional.ts'
import { INACTIVE, refusedFor } from '../orders/place-order.ts'
import { basketRisk } from './basket-risk.ts'
import { type FindCustomAssetDeps, findCustomAsset } from './find-custom-asset.ts'
import { EMPTY, whyUnusable } from './place-basket-order.ts'

export interface MakeBasketConditionalDeps extends MakeConditionalDeps {
  readonly customAssets: FindCustomAssetDeps['customAssets']
}

export const makeBasketConditional = async (
  deps: MakeBasketConditionalDeps,
  input: PlaceConditionalInput,
  { order, complexOrder }: ParentOf<BasketOrder, BasketConditional>,
): Promise<BasketConditional | Problem> => {
  const { userId, subaccountId, asked } = input
  const [subaccount, basis] = await Promise.all([
    deps.subaccounts.get(userId, subaccountId),
    basisOf(deps, input, { order, complexOrder }),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (isProblem(basis)) return basis
  const { customAssetId, allocation } = basis
  const listed = await deps.markets.getMany(basis.svcIds)
  const open = listed.filter(({ status }) => status !== 'closed')
  // With nothing open the watch says so, as it does of one market.
  const members = open.length === 0 ? listed : open
  const entry = order ?? complexOrder?.trigger ?? null
  const subtype = await typeConditional(asked, {
    hasParent: entry !== null,
    parentPrice: complexOrder?.stopPrice ?? null,
    priceNow: () => basketMarkNow(deps, allocation, members, asked.trigger.buyFlag),
    loc: LOC,
  })
  if (isProblem(subtype)) return subtype
  const [unfit] = brokenOnBasket(entry, { ...asked, subtype })
  if (unfit !== undefined) return refusedConditional(unfit)
  const broken = brokenConditional({ ...asked, subtype }, entry)
  if (broken !== null) return broken
  if (order !== null && hasEndedEmpty(entryOf(order, members))) return ENDED
  if (!subaccount.isActive) return INACTIVE
  const unusable = await whyUnusable(deps, subaccount, members)
  if (unusable !== null) return unusable
  const made = newBasketConditional(
    {
      ...placeIn(input, order, complexOrder),
      customAssetId,
      allocation,
      members: members.map(({ svcId, exchange, nativeId }) => ({ svcId, exchange, nativeId })),
      subtype,
      subscriberState: subscriberStateOf(subaccount),
    },
    deps.clock(),
  )
  const breach = await breachAtFirst(deps, subaccount.limits, made, entry)
  return breach === null ? made : refusedFor(breach)
}

interface Basis {
  readonly customAssetId: string
  readonly allocation: Allocation
  readonly svcIds: readonly number[]
}

/** What its parent trades; else the custom asset as it is now. */
const basisOf = async (
  deps: MakeBasketConditionalDeps,
  { userId, subaccountId, svcId, customAssetId }: PlaceConditionalInput,
  { order, complexOrder }: ParentOf<BasketOrder, BasketConditional>,
): Promise<Basis | Problem> => {
  const above = order ?? complexOrder
  if (svcId !== null) return refusedConditional('the parent is on a custom asset, which svc_id does not name')
  if (above !== null && (customAssetId ?? above.customAssetId) !== above.customAssetId)
    return refusedConditional('the parent is of another custom asset')
  if (order !== null) return { ...order, svcIds: order.parts.map((part) => part.svcId) }
  if (complexOrder !== null) return { ...complexOrder, svcIds: complexOrder.members.map((member) => member.svcId) }
  const asset = await findCustomAsset(deps, userId, customAssetId ?? '')
  if (isProblem(asset)) return asset
  if (asset.subaccountId !== subaccountId) return refusedConditional('the custom asset belongs to another subaccount')
  return asset.svcIds.length === 0 ? EMPTY : asset
}

/** What leaves its parent is never refused. How many orders are open matters when it fires, not before; a sale never goes beyond what is held. */
const breachAtFirst = async (
  deps: MakeBasketConditionalDeps,
  limits: RiskLimits,
  made: BasketConditional,
  entry: { readonly buyFlag: boolean } | null,
): Promise<RiskBreach | null> => {
  if (entry !== null && isExit(made, entry)) return null
  const { qty, buyFlag } = made.trigger
  return basketRisk(deps, { ...limits, maxOpenOrders: null }, { ...made, qty, buyFlag }, riskOfTrigger(made).cost)
}
