/** Makes a conditional order from what was asked for, on one market or on a custom asset, or says why it cannot be. */

import { acceptedAt } from '#domain/accounts/subaccount.ts'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { allocationOf, basketTarget, marketTarget, type Target, targetIds } from '#domain/complex-orders/target.ts'
import { brokenInItself } from '#domain/contingent/broken-in-itself.ts'
import { type Conditional, newConditional } from '#domain/contingent/conditional.ts'
import type { ConditionalRequest } from '#domain/contingent/conditional-request.ts'
import { entryOf, lotSizeOf } from '#domain/contingent/exit-view.ts'
import { limitsAfterAmend, openLimitOf } from '#domain/contingent/open-limit.ts'
import {
  brokenAtPrice,
  brokenOnBasket,
  brokenWithExits,
  brokenWithParent,
  type ParentTerms,
} from '#domain/contingent/rules.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { assetLabel, labelOf, type MarketLabel } from '#domain/markets/market-label.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { EMPTY, refusedFor, whyUnusable } from '../../accounts/refusals.ts'
import { type FindCustomAssetDeps, findCustomAsset } from '../../baskets/find-custom-asset.ts'
import { type TradingMembersDeps, tradingMembers } from '../../baskets/trading-members.ts'
import type { CheckRiskDeps } from '../../risk/check-risk.ts'
import { type MarkNowDeps, markNow } from '../fire/mark-now.ts'
import { conditionalRisk } from './conditional-risk.ts'
import { reachedAlready, reachedParent } from './reached-already.ts'
import { toProtect } from './to-protect.ts'
import { trailOn, trailTooWide } from './trail-too-wide.ts'
import { typeConditional } from './type-conditional.ts'

export interface MakeConditionalDeps extends MarkNowDeps {
  readonly marketData: MarkNowDeps['marketData'] & TradingMembersDeps['marketData']
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly customAssets: FindCustomAssetDeps['customAssets']
  readonly positions: CheckRiskDeps['positions'] & Pick<PositionStore, 'get' | 'ofSubaccount'>
  readonly tradingDays: CheckRiskDeps['tradingDays']
}

export interface PlaceConditionalInput {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  /** Both null where the target is the parent's. */
  readonly svcId: number | null
  readonly customAssetId: string | null
  readonly parentOrderId: string | null
  readonly parentComplexOrderId: string | null
  readonly asked: ConditionalRequest
}

/** What it is attached to: an order, or the complex order that will place one; at most one of the two. */
export interface Parent {
  readonly order: PlacedOrder | null
  readonly complexOrder: Conditional | null
  /** The TPs and SLs that are attached or chained to it already, and may still act. */
  readonly exits: readonly Conditional[]
}

/** The new conditional order, not stored yet; a problem says why it cannot be. Reads, and writes nothing. */
export const makeConditional = async (
  deps: MakeConditionalDeps,
  input: PlaceConditionalInput,
  parent: Parent,
): Promise<Conditional | Problem> => {
  const { complexOrderId, userId, subaccountId, parentComplexOrderId, asked } = input
  const { order, complexOrder } = parent
  const [subaccount, basis] = await Promise.all([
    deps.subaccounts.get(userId, subaccountId),
    basisOf(deps, input, parent),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (isProblem(basis)) return basis
  const { target, markets } = basis
  const entry = entryOfParent(parent)
  const subtype = await typeConditional(asked, {
    hasParent: entry !== null,
    parentPrice: order === null ? (complexOrder?.trigger.price ?? complexOrder?.stopPrice ?? null) : openLimitOf(order),
    priceNow: () => markNow(deps, allocationOf(target), markets),
    loc: LOC,
  })
  if (isProblem(subtype)) return subtype
  const typed = { ...asked, subtype }
  const broken = brokenRule(typed, entry, parent, target)
  if (broken !== null) return refusedConditional(broken)
  if (order !== null && hasEndedEmpty(order, markets)) return ENDED
  const unusable = await whyUnusable(deps, subaccount, markets)
  if (unusable !== null) return unusable
  const reached = order === null ? null : await reachedAlready(deps, reachedParent(order, markets), [typed])
  if (reached !== null) return reached
  // Until a parent with a limit has filled, the market may be anywhere.
  const isOpenParent = order === null ? complexOrder !== null : openLimitOf(order) !== null
  const wide = isOpenParent ? null : await trailTooWide(deps, { allocation: allocationOf(target), markets }, [typed])
  if (wide !== null) return wide
  const trigger = await toProtect(deps, typed, { subaccountId, target }, lotSizeOf(markets).lot)
  if (isProblem(trigger)) return trigger
  const made = newConditional(
    {
      complexOrderId,
      userId,
      subaccountId,
      target,
      parentOrderId: order?.orderId ?? null,
      parentQty: order === null || isBasketOrder(order) || order.originalQty === null ? null : order.qty,
      parentComplexOrderId,
      depth: (complexOrder?.depth ?? 0) + 1,
      subtype,
      stopPrice: asked.stopPrice,
      trail: trailOn(markets, asked),
      linkId: asked.linkId,
      protect: asked.protect,
      triggerPriceType: asked.triggerPriceType,
      trigger,
      subscriberState: subscriberStateOf(subaccount),
    },
    acceptedAt(subaccount, deps.clock()),
  )
  // How many orders are open matters when it fires, not before.
  const limits = { ...subaccount.limits, maxOpenOrders: null }
  const breach = await conditionalRisk(deps, limits, made, entry, asked.stopPrice)
  return breach === null ? made : refusedFor(breach)
}

interface Basis {
  readonly target: Target
  readonly markets: readonly Market[]
}

/** What it watches and trades: the target of its parent, else what the request names. */
const basisOf = (
  deps: MakeConditionalDeps,
  input: PlaceConditionalInput,
  { order, complexOrder, exits }: Parent,
): Promise<Basis | Problem> => {
  const above = order ?? (complexOrder === null ? null : targetIds(complexOrder.target))
  const isOnBasket = above === null ? input.customAssetId !== null : above.svcId === null
  return isOnBasket
    ? basketBasis(deps, input, { order, complexOrder, exits })
    : marketBasis(deps, input, above?.svcId ?? null)
}

const marketBasis = async (
  deps: MakeConditionalDeps,
  { svcId, customAssetId }: PlaceConditionalInput,
  parentSvcId: number | null,
): Promise<Basis | Problem> => {
  if (customAssetId !== null)
    return refusedConditional('the parent is on one instrument, which custom_asset_id does not name')
  const wanted = svcId ?? parentSvcId
  const market = wanted === null ? null : await deps.markets.get(wanted)
  if (market === null) return notFound('Market')
  if (parentSvcId !== null && parentSvcId !== market.svcId)
    return refusedConditional('the parent is of another instrument')
  return { target: marketTarget({ ...market, label: labelOf(market) }), markets: [market] }
}

const basketBasis = async (
  deps: MakeConditionalDeps,
  input: PlaceConditionalInput,
  parent: Parent,
): Promise<Basis | Problem> => {
  if (input.svcId !== null) return refusedConditional('the parent is on a custom asset, which svc_id does not name')
  const above = basketOf(parent)
  if (above !== null && (input.customAssetId ?? above.customAssetId) !== above.customAssetId)
    return refusedConditional('the parent is of another custom asset')
  const basket = above ?? (await basketAsked(deps, input))
  if (isProblem(basket)) return basket
  const listed = await deps.markets.getMany(basket.svcIds)
  const open = await tradingMembers(deps, listed)
  // With nothing open the price watch ends it, as it does on one market.
  const markets = open.length === 0 ? listed : open
  return { target: basketTarget(basket, markets), markets }
}

interface Basket extends Pick<CustomAsset, 'customAssetId' | 'allocation' | 'svcIds'> {
  readonly label: MarketLabel | null
}

/** What the parent trades; null without a parent on a custom asset. */
const basketOf = ({ order, complexOrder }: Parent): Basket | null => {
  if (order !== null) return isBasketOrder(order) ? { ...order, svcIds: order.parts.map(({ svcId }) => svcId) } : null
  const target = complexOrder?.target
  return target?.kind === 'custom_asset' ? { ...target, svcIds: target.members.map(({ svcId }) => svcId) } : null
}

/** The custom asset as it is now. */
const basketAsked = async (
  deps: MakeConditionalDeps,
  { userId, subaccountId, customAssetId }: PlaceConditionalInput,
): Promise<Basket | Problem> => {
  const asset = await findCustomAsset(deps, userId, customAssetId ?? '')
  if (isProblem(asset)) return asset
  if (asset.subaccountId !== subaccountId) return refusedConditional('the custom asset belongs to another subaccount')
  return asset.svcIds.length === 0 ? EMPTY : { ...asset, label: assetLabel(asset.name) }
}

/** The first rule that it breaks: of its target, in itself, or with its parent; null when it keeps them all. */
const brokenRule = (
  asked: ConditionalRequest,
  entry: ParentTerms | null,
  { order, exits }: Parent,
  target: Target,
): string | null => {
  const [first] = [
    ...(target.kind === 'custom_asset' ? brokenOnBasket(entry, asked) : []),
    ...brokenInItself(asked, entry !== null),
    ...(entry === null ? [] : brokenWithParent(entry, [asked]).map(({ sentence }) => sentence)),
    ...(order === null ? [] : limitsAfterAmend(order).flatMap((limit) => brokenAtPrice(order, limit, asked))),
    ...(entry === null ? [] : [brokenWithExits(entry, exits, asked)]),
  ].filter((sentence) => sentence !== null)
  return first ?? null
}

/** The order, or the trigger order, that it is attached to; null without a parent. */
const entryOfParent = ({ order, complexOrder }: Parent): ParentTerms | null => {
  if (order !== null) return { ...order, limitPrice: openLimitOf(order) }
  return complexOrder === null ? null : { ...complexOrder.trigger, limitPrice: complexOrder.trigger.price }
}

/** Whether the order filled nothing, and never will. */
const hasEndedEmpty = (order: PlacedOrder, markets: readonly Market[]): boolean => {
  const { bought, closed, over, complete } = entryOf(order, markets)
  return over && complete && bought + closed === 0
}

/** Where it stands in the request. */
const LOC = ['body', 'conditional_order_params'] as const

/** A 422 that points at the conditional order of the request. */
export const refusedConditional = (sentence: string): Problem => problem(422, 'value_error', sentence, { loc: LOC })

/** The 409 for a parent that can no longer fill. */
export const ENDED = problem(
  409,
  'parent_ended',
  'The parent has ended without a fill, so there is nothing to wait for.',
)
