/** Accepts an order on a custom asset: checks it, stores it with the current members, and queues it for execution. */

import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { type BasketOrder, type BasketRequest, newBasketOrder } from '#domain/baskets/basket-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { assetLabel } from '#domain/markets/market-label.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import { breachOf, riskOfTrigger } from '#domain/risk/limits.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { RoomFor } from '../accounts/quotas/room-for.ts'
import { refusedFor, whyUnusable } from '../accounts/refusals.ts'
import type { Attach } from '../orders/attach.ts'
import { overQuotaOf, storeWith } from '../orders/place-order.ts'
import type { DailyLossDeps } from '../risk/daily-loss.ts'
import { type EnqueueDeps, enqueueBasket } from '../work/enqueue.ts'
import { type BasketCostDeps, basketCost, basketRisk } from './basket-risk.ts'
import { type FindCustomAssetDeps, findCustomAsset } from './find-custom-asset.ts'
import { type TradingMembersDeps, tradingMembers } from './trading-members.ts'

export interface PlaceBasketOrderDeps extends FindCustomAssetDeps, EnqueueDeps, BasketCostDeps, DailyLossDeps {
  readonly attach: Attach
  readonly marketData: BasketCostDeps['marketData'] & TradingMembersDeps['marketData']
  readonly orders: Pick<OrderStore, 'create' | 'getBasket'>
  readonly complexOrders: Pick<ComplexOrderStore, 'save'>
  readonly credentials: Pick<CredentialsStore, 'get'>
  readonly roomFor: RoomFor
}

export type PlaceBasketOrderInput = Omit<BasketRequest, 'label' | 'allocation' | 'members' | 'subscriberState'> & {
  /** Conditional orders to attach. They are stored in the same transaction. */
  readonly conditionals: readonly ConditionalRequest[]
}

/** Returns the order as stored; a problem says why it is refused. */
export const placeBasketOrder = async (
  deps: PlaceBasketOrderDeps,
  input: PlaceBasketOrderInput,
): Promise<BasketOrder | Problem> => {
  const stored = await storeAccepted(deps, await draftBasketOrder(deps, input))
  // An earlier run of this very request (same Idempotency-Key) may have stored it: then it is not refused any more.
  const basket = isProblem(stored) ? ((await deps.orders.getBasket(input.orderId)) ?? stored) : stored
  if (!isProblem(basket)) await enqueueBasket(deps, basket)
  return basket
}

const storeAccepted = async (
  deps: PlaceBasketOrderDeps,
  draft: BasketDraft | Problem,
): Promise<BasketOrder | Problem> => {
  if (isProblem(draft)) return draft
  const attached = await acceptBasketDraft(deps, draft)
  if (isProblem(attached)) return attached
  const { basket } = draft
  return storeWith(deps, basket, attached, () => deps.orders.getBasket(basket.orderId))
}

/** An order on a custom asset before it is stored, with its members. */
export interface BasketDraft {
  readonly basket: BasketOrder
  readonly members: readonly Market[]
  readonly subaccount: Subaccount
  readonly conditionals: PlaceBasketOrderInput['conditionals']
}

/** Returns the order before it is stored; a problem if the request names a missing thing, or is impossible for a custom asset. */
export const draftBasketOrder = async (
  deps: FindCustomAssetDeps & Pick<PlaceBasketOrderDeps, 'markets' | 'clock'>,
  input: PlaceBasketOrderInput,
): Promise<BasketDraft | Problem> => {
  const [subaccount, asset] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    findCustomAsset(deps, input.userId, input.customAssetId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (isProblem(asset)) return asset
  if (asset.subaccountId !== subaccount.subaccountId) return refused('the custom asset belongs to another subaccount')
  if (input.timeInForce === 'FOK' && !input.buyFlag) {
    return refused('a sale on a custom asset never goes short, which EXCHANGE_A can only hold an IOC order to')
  }
  if (input.timeInForce === 'FOK' && asset.svcIds.length > 1) {
    return refused(
      'an order on several markets cannot be filled or killed as one: FOK needs a custom asset of one member',
    )
  }
  const { allocation, name, svcIds } = asset
  const { conditionals, ...request } = input
  const basket = newBasketOrder(
    {
      ...request,
      label: assetLabel(name),
      allocation,
      members: svcIds,
      subscriberState: subscriberStateOf(subaccount),
    },
    acceptedAt(subaccount, deps.clock()),
  )
  const members = svcIds.length === 0 ? [] : await deps.markets.getMany(svcIds)
  return { basket, members, subaccount, conditionals }
}

export type AcceptBasketDeps = Omit<PlaceBasketOrderDeps, 'orders' | 'complexOrders' | 'queues'>

/** Returns the conditional orders to store with the order; a problem says why the order is refused now. */
export const acceptBasketDraft = async (
  deps: AcceptBasketDeps,
  { basket, members, subaccount, conditionals }: BasketDraft,
): Promise<readonly Conditional[] | Problem> => {
  const unusable = await whyUnusable(deps, subaccount, members)
  if (unusable !== null) return unusable
  const open = conditionals.length === 0 ? members : await tradingMembers(deps, members)
  const attached = await deps.attach(basket, open.length === 0 ? members : open, conditionals)
  if (isProblem(attached)) return attached
  return (await riskOf(deps, subaccount, basket, attached)) ?? (await overQuotaOf(deps, basket, attached)) ?? attached
}

/** Returns the limit that the order, or a conditional order that buys more, breaks. Exits break none: they reduce the position. */
const riskOf = async (
  deps: AcceptBasketDeps,
  { limits }: Subaccount,
  basket: BasketOrder,
  attached: readonly Conditional[],
): Promise<Problem | null> => {
  const cost = await basketCost(deps, limits, basket)
  if (isProblem(cost)) return cost
  const more = basket.buyFlag ? attached.filter(({ trigger }) => trigger.buyFlag) : []
  const breach =
    (await basketRisk(deps, limits, basket, cost)) ??
    more.map((one) => breachOf(limits, riskOfTrigger(one))).find((one) => one !== null) ??
    null
  return breach === null ? null : refusedFor(breach)
}

const refused = (sentence: string): Problem => problem(422, 'value_error', sentence)
