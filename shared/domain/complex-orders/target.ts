/** The target of a complex order: one market, or all members of a custom asset. */

import type { Allocation } from '../baskets/plan/plan.ts'
import { type MarketRef, type TradedMarket, tradedMarket } from '../markets/market.ts'
import type { MarketLabel } from '../markets/market-label.ts'

export interface MarketTarget extends TradedMarket {
  readonly kind: 'market'
}

/** A custom asset at the acceptance of the complex order. */
export interface BasketTarget {
  readonly kind: 'custom_asset'
  readonly customAssetId: string
  /** The name at acceptance; null on complex orders of earlier versions. */
  readonly label: MarketLabel | null
  readonly allocation: Allocation
  /** Ascending by `svcId`. */
  readonly members: readonly MarketRef[]
}

export type Target = MarketTarget | BasketTarget

/** Returns the target of one market. */
export const marketTarget = (market: TradedMarket): MarketTarget => ({ kind: 'market', ...tradedMarket(market) })

/** Returns the target of a custom asset with these members. */
export const basketTarget = (
  { customAssetId, label, allocation }: Pick<BasketTarget, 'customAssetId' | 'label' | 'allocation'>,
  members: readonly MarketRef[],
): BasketTarget => ({
  kind: 'custom_asset',
  customAssetId,
  label,
  allocation,
  members: members
    .map(({ svcId, exchange, nativeId }) => ({ svcId, exchange, nativeId }))
    .sort((a, b) => a.svcId - b.svcId),
})

/** All markets of a target. */
export const marketsOf = (target: Target): readonly MarketRef[] =>
  target.kind === 'market' ? [target] : target.members

/** The allocation of an order to the members. A single market is a bet of one member. */
export const allocationOf = (target: Target): Allocation =>
  target.kind === 'market' ? 'BEST_PRICE' : target.allocation

/** The ids a client knows the target by; exactly one of them is not null. */
export const targetIds = (target: Target): { readonly svcId: number | null; readonly customAssetId: string | null } =>
  target.kind === 'market'
    ? { svcId: target.svcId, customAssetId: null }
    : { svcId: null, customAssetId: target.customAssetId }
