/** The target of a new conditional order: one market, or the members of a custom asset. */

import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import { basketTarget, marketTarget, type Target, targetIds } from '#domain/complex-orders/target.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { assetLabel, labelOf, type MarketLabel } from '#domain/markets/market-label.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import { EMPTY } from '../../accounts/refusals.ts'
import { type FindCustomAssetDeps, findCustomAsset } from '../../baskets/find-custom-asset.ts'
import { type TradingMembersDeps, tradingMembers } from '../../baskets/trading-members.ts'
import type { Parent } from './parent.ts'
import { refusedConditional } from './refused-conditional.ts'

export interface ConditionalTargetDeps extends FindCustomAssetDeps, TradingMembersDeps {
  readonly markets: Pick<MarketStore, 'get' | 'getMany'>
}

/** The owner and the target of a request. Both target ids are null if the request takes the target of its parent. */
export interface RequestedTarget {
  readonly userId: string
  readonly subaccountId: string
  readonly svcId: number | null
  readonly customAssetId: string | null
}

export interface ConditionalTarget {
  readonly target: Target
  readonly markets: readonly Market[]
}

/** Returns the target of the parent; without a parent the target that the request names. */
export const conditionalTarget = (
  deps: ConditionalTargetDeps,
  input: RequestedTarget,
  { order, complexOrder, exits }: Parent,
): Promise<ConditionalTarget | Problem> => {
  const above = order ?? (complexOrder === null ? null : targetIds(complexOrder.target))
  const isOnBasket = above === null ? input.customAssetId !== null : above.svcId === null
  return isOnBasket
    ? basketTargetOf(deps, input, { order, complexOrder, exits })
    : marketTargetOf(deps, input, above?.svcId ?? null)
}

const marketTargetOf = async (
  deps: ConditionalTargetDeps,
  { svcId, customAssetId }: RequestedTarget,
  parentSvcId: number | null,
): Promise<ConditionalTarget | Problem> => {
  if (customAssetId !== null)
    return refusedConditional('the parent is on one instrument, which custom_asset_id does not name')
  const named = svcId ?? parentSvcId
  const market = named === null ? null : await deps.markets.get(named)
  if (market === null) return notFound('Market')
  if (parentSvcId !== null && parentSvcId !== market.svcId)
    return refusedConditional('the parent is of another instrument')
  return { target: marketTarget({ ...market, label: labelOf(market) }), markets: [market] }
}

const basketTargetOf = async (
  deps: ConditionalTargetDeps,
  input: RequestedTarget,
  parent: Parent,
): Promise<ConditionalTarget | Problem> => {
  if (input.svcId !== null) return refusedConditional('the parent is on a custom asset, which svc_id does not name')
  const above = basketOf(parent)
  if (above !== null && (input.customAssetId ?? above.customAssetId) !== above.customAssetId)
    return refusedConditional('the parent is of another custom asset')
  const basket = above ?? (await namedBasket(deps, input))
  if (isProblem(basket)) return basket
  const listed = await deps.markets.getMany(basket.svcIds)
  const open = await tradingMembers(deps, listed)
  // If no member trades, the price watch ends the conditional order, as on one market.
  const markets = open.length === 0 ? listed : open
  return { target: basketTarget(basket, markets), markets }
}

interface Basket extends Pick<CustomAsset, 'customAssetId' | 'allocation' | 'svcIds'> {
  readonly label: MarketLabel | null
}

/** The basket of the parent; null without a parent on a custom asset. */
const basketOf = ({ order, complexOrder }: Parent): Basket | null => {
  if (order !== null) return isBasketOrder(order) ? { ...order, svcIds: order.parts.map(({ svcId }) => svcId) } : null
  const target = complexOrder?.target
  return target?.kind === 'custom_asset' ? { ...target, svcIds: target.members.map(({ svcId }) => svcId) } : null
}

/** Reads the custom asset that the request names. */
const namedBasket = async (
  deps: ConditionalTargetDeps,
  { userId, subaccountId, customAssetId }: RequestedTarget,
): Promise<Basket | Problem> => {
  const asset = await findCustomAsset(deps, userId, customAssetId ?? '')
  if (isProblem(asset)) return asset
  if (asset.subaccountId !== subaccountId) return refusedConditional('the custom asset belongs to another subaccount')
  return asset.svcIds.length === 0 ? EMPTY : { ...asset, label: assetLabel(asset.name) }
}
