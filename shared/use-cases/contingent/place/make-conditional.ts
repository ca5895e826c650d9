/** Makes a conditional order from a request, on one market or on a custom asset. Reads, and writes nothing. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { isBasketOrder, type PlacedOrder } from '#domain/baskets/placed-order.ts'
import { allocationOf } from '#domain/complex-orders/target.ts'
import {
  type Conditional,
  type ConditionalType,
  type NewConditional,
  newConditional,
  type TriggerOrder,
} from '#domain/contingent/conditional.ts'
import { entryOf, lotSizeOf } from '#domain/contingent/exits/exit-view.ts'
import { brokenInItself } from '#domain/contingent/request/broken-in-itself.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { brokenAtPrice, brokenOnBasket, brokenWithExits, brokenWithParent } from '#domain/contingent/request/rules.ts'
import { limitsAfterAmend, openLimitOf } from '#domain/contingent/trigger/open-limit.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { refusedFor, whyUnusable } from '../../accounts/refusals.ts'
import type { CheckRiskDeps } from '../../risk/check-risk.ts'
import { type MarkNowDeps, markNow } from '../fire/mark-now.ts'
import { conditionalRisk } from './conditional-risk.ts'
import {
  type ConditionalTarget,
  type ConditionalTargetDeps,
  conditionalTarget,
  type RequestedTarget,
} from './conditional-target.ts'
import { isOpenParent, type Parent, parentTerms } from './parent.ts'
import { reachedAlready, reachedParent } from './reached-already.ts'
import { ENDED, LOC, refusedConditional } from './refused-conditional.ts'
import { toProtect } from './to-protect.ts'
import { trailOn, trailTooWide } from './trail-too-wide.ts'
import { typeConditional } from './type-conditional.ts'

export interface MakeConditionalDeps extends MarkNowDeps {
  readonly marketData: MarkNowDeps['marketData'] & ConditionalTargetDeps['marketData']
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly customAssets: ConditionalTargetDeps['customAssets']
  readonly positions: CheckRiskDeps['positions'] & Pick<PositionStore, 'get' | 'ofSubaccount'>
  readonly tradingDays: CheckRiskDeps['tradingDays']
  readonly haltOfDeployment: CheckRiskDeps['haltOfDeployment']
}

export interface PlaceConditionalInput extends RequestedTarget {
  readonly complexOrderId: string
  readonly tag: string | null
  readonly parentOrderId: string | null
  readonly parentComplexOrderId: string | null
  readonly request: ConditionalRequest
}

/** Returns the new conditional order without storing it, or the problem that refuses it. */
export const makeConditional = async (
  deps: MakeConditionalDeps,
  input: PlaceConditionalInput,
  parent: Parent,
): Promise<Conditional | Problem> => {
  const [subaccount, target] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    conditionalTarget(deps, input, parent),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (isProblem(target)) return target
  const typed = await typedRequest(deps, input.request, parent, target)
  if (isProblem(typed)) return typed
  const draft: Draft = { subaccount, parent, typed, ...target }
  const refused = (await whyRefused(deps, draft)) ?? (await whyNotNow(deps, draft))
  if (refused !== null) return refused
  const protection = { subaccountId: input.subaccountId, target: target.target }
  const trigger = await toProtect(deps, typed, protection, lotSizeOf(target.markets).lot)
  if (isProblem(trigger)) return trigger
  return withinLimits(deps, draft, newConditional(termsOf(input, draft, trigger), acceptedAt(subaccount, deps.clock())))
}

/** The request with a known type. */
type TypedRequest = ConditionalRequest & { readonly subtype: ConditionalType }

/** All that decides about the conditional order. */
interface Draft extends ConditionalTarget {
  readonly subaccount: Subaccount
  readonly parent: Parent
  readonly typed: TypedRequest
}

const typedRequest = async (
  deps: MakeConditionalDeps,
  request: ConditionalRequest,
  { order, complexOrder }: Parent,
  { target, markets }: ConditionalTarget,
): Promise<TypedRequest | Problem> => {
  const subtype = await typeConditional(request, {
    hasParent: order !== null || complexOrder !== null,
    parentPrice: order === null ? (complexOrder?.trigger.price ?? complexOrder?.stopPrice ?? null) : openLimitOf(order),
    priceNow: () => markNow(deps, allocationOf(target), markets),
    loc: LOC,
  })
  return isProblem(subtype) ? subtype : { ...request, subtype }
}

/** Refuses a request that breaks a rule, or whose parent or account cannot take it. */
const whyRefused = async (deps: MakeConditionalDeps, draft: Draft): Promise<Problem | null> => {
  const { subaccount, parent, markets } = draft
  const broken = brokenRule(draft)
  if (broken !== null) return refusedConditional(broken)
  if (parent.order !== null && hasEndedEmpty(parent.order, markets)) return ENDED
  return whyUnusable(deps, subaccount, markets)
}

/** Refuses a request that the current price rules out: an exit that is reached already, or a trail that is too wide. */
const whyNotNow = async (
  deps: MakeConditionalDeps,
  { parent, typed, target, markets }: Draft,
): Promise<Problem | null> => {
  const { order } = parent
  const reached = order === null ? null : await reachedAlready(deps, reachedParent(order, markets), [typed])
  if (reached !== null || isOpenParent(parent)) return reached
  return trailTooWide(deps, { allocation: allocationOf(target), markets }, [typed])
}

const termsOf = (
  { complexOrderId, userId, subaccountId, parentComplexOrderId, tag }: PlaceConditionalInput,
  { subaccount, parent: { order, complexOrder }, typed, target, markets }: Draft,
  trigger: TriggerOrder,
): NewConditional => ({
  complexOrderId,
  userId,
  subaccountId,
  // Orders of one chain have the tag of their parent unless the request names another.
  tag: tag ?? order?.tag ?? complexOrder?.tag ?? null,
  target,
  parentOrderId: order?.orderId ?? null,
  parentQty: order === null || isBasketOrder(order) || order.originalQty === null ? null : order.qty,
  parentComplexOrderId,
  depth: (complexOrder?.depth ?? 0) + 1,
  subtype: typed.subtype,
  stopPrice: typed.stopPrice,
  trail: trailOn(markets, typed),
  linkId: typed.linkId,
  protect: typed.protect,
  triggerPriceType: typed.triggerPriceType,
  trigger,
  subscriberState: subscriberStateOf(subaccount),
})

/** The conditional order, or the refusal of its subaccount's limits. The number of open orders matters only when it fires. */
const withinLimits = async (
  deps: MakeConditionalDeps,
  { subaccount, parent }: Draft,
  made: Conditional,
): Promise<Conditional | Problem> => {
  const limits = { ...subaccount.limits, maxOpenOrders: null }
  const breach = await conditionalRisk(deps, limits, made, parentTerms(parent), made.stopPrice)
  return breach === null ? made : refusedFor(breach)
}

/** The first rule that the request breaks: of its target, in itself, or with its parent. */
const brokenRule = ({ typed, parent, target }: Draft): string | null => {
  const { order, exits } = parent
  const entry = parentTerms(parent)
  const broken = [
    ...(target.kind === 'custom_asset' ? brokenOnBasket(entry, typed) : []),
    ...brokenInItself(typed, entry !== null),
    ...(entry === null ? [] : brokenWithParent(entry, [typed]).map(({ sentence }) => sentence)),
    ...(order === null ? [] : limitsAfterAmend(order).flatMap((limit) => brokenAtPrice(order, limit, typed))),
    ...(entry === null ? [] : [brokenWithExits(entry, exits, typed)]),
  ]
  return broken.find((sentence) => sentence !== null) ?? null
}

/** Returns whether the order filled nothing, and never will. */
const hasEndedEmpty = (order: PlacedOrder, markets: readonly Market[]): boolean => {
  const { bought, closed, over, complete } = entryOf(order, markets)
  return over && complete && bought + closed === 0
}
