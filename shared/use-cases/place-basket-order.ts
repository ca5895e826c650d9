/** Accepts an order on a custom asset: stored at once with the members it has now, queued for execution, answered. */

import { type BasketOrder, type BasketRequest, newBasketOrder } from '#domain/basket-order.ts'
import type { Market } from '#domain/market.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/problem.ts'
import type { Subaccount } from '#domain/subaccount.ts'
import { audienceOf } from '#domain/webhook-event.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { CredentialsStore, MarketStore } from '#ports/store.ts'
import { type BasketCostDeps, basketCost, basketRisk } from './basket-risk.ts'
import type { DailyLossDeps } from './daily-loss.ts'
import { type FindCustomAssetDeps, findCustomAsset } from './find-custom-asset.ts'
import { type NudgeDeps, nudgeBasket } from './nudges.ts'
import { INACTIVE, missingCredentials, refusedFor } from './place-order.ts'

export interface PlaceBasketOrderDeps extends FindCustomAssetDeps, NudgeDeps, BasketCostDeps, DailyLossDeps {
  readonly baskets: BasketOrderStore
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly credentials: Pick<CredentialsStore, 'get'>
  readonly clock: Clock
}

export type PlaceBasketOrderInput = Omit<BasketRequest, 'allocation' | 'members' | 'audience' | 'placedBy'>

export const placeBasketOrder = async (
  deps: PlaceBasketOrderDeps,
  input: PlaceBasketOrderInput,
): Promise<BasketOrder | Problem> => {
  const accepted = await accept(deps, input)
  // An earlier run of this very request (same Idempotency-Key) may have stored it before it could answer, whatever has changed since.
  const stored = await storedOf(deps, input.orderId, accepted)
  if (!isProblem(stored)) await nudgeBasket(deps, stored)
  return stored
}

const storedOf = async (
  deps: PlaceBasketOrderDeps,
  orderId: string,
  accepted: BasketOrder | Problem,
): Promise<BasketOrder | Problem> => {
  if (!isProblem(accepted) && (await deps.baskets.create(accepted))) return accepted
  return (await deps.baskets.get(orderId)) ?? accepted
}

/** The order as it would be stored, or why not. */
const accept = async (deps: PlaceBasketOrderDeps, input: PlaceBasketOrderInput): Promise<BasketOrder | Problem> => {
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
  if (!subaccount.isActive) return INACTIVE
  if (asset.svcIds.length === 0) return EMPTY
  const unusable = await whyUnusable(deps, subaccount, await deps.markets.getMany(asset.svcIds))
  if (unusable !== null) return unusable
  const { allocation, svcIds: members } = asset
  const basket = newBasketOrder({ ...input, allocation, members, audience: audienceOf(subaccount) }, deps.clock())
  return (await riskOf(deps, subaccount, basket)) ?? basket
}

/** One exchange that can be traded at is enough: members of the others are skipped, and the order says so. */
export const whyUnusable = async (
  deps: Pick<PlaceBasketOrderDeps, 'credentials'>,
  { subaccountId }: Subaccount,
  members: readonly Market[],
): Promise<Problem | null> => {
  const exchanges = [...new Set(members.map(({ exchange }) => exchange))].sort()
  const records = await Promise.all(exchanges.map((exchange) => deps.credentials.get(subaccountId, exchange)))
  return records.some((record) => record !== null) ? null : missingCredentials(exchanges.join(' and '))
}

const riskOf = async (
  deps: PlaceBasketOrderDeps,
  { limits }: Subaccount,
  basket: BasketOrder,
): Promise<Problem | null> => {
  const cost = await basketCost(deps, limits, basket)
  if (isProblem(cost)) return cost
  const breach = await basketRisk(deps, limits, basket, cost)
  return breach === null ? null : refusedFor(breach)
}

const refused = (sentence: string): Problem => problem(422, 'value_error', sentence)

export const EMPTY = problem(
  409,
  'custom_asset_empty',
  'The custom asset has no members. Add some with POST /v1/custom-assets/{custom_asset_id}/members.',
)
