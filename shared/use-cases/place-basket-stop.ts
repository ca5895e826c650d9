/** Accepts a STOP or REVERSE_STOP on a custom asset: stored with the members it has now, which it watches and will trade. */

import { type BasketStop, isBasketStop, newBasketStop } from '#domain/basket-stop.ts'
import { brokenInItself, isStop } from '#domain/conditional-rules.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/problem.ts'
import { riskOfTrigger } from '#domain/risk-limits.ts'
import { audienceOf } from '#domain/webhook-event.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { CredentialsStore, MarketStore } from '#ports/store.ts'
import { basketRisk } from './basket-risk.ts'
import type { DailyLossDeps } from './daily-loss.ts'
import { type FindCustomAssetDeps, findCustomAsset } from './find-custom-asset.ts'
import { type NudgeDeps, nudgeTend } from './nudges.ts'
import { EMPTY, whyUnusable } from './place-basket-order.ts'
import { INACTIVE, refusedFor } from './place-order.ts'
import { basketMarkNow, type ConditionalAsked, type TypeConditionalDeps, typeConditional } from './type-conditional.ts'

export interface PlaceBasketStopDeps extends FindCustomAssetDeps, TypeConditionalDeps, NudgeDeps, DailyLossDeps {
  readonly complexOrders: ComplexOrderStore
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly credentials: Pick<CredentialsStore, 'get'>
}

export interface PlaceBasketStopInput {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly customAssetId: string
  readonly parentOrderId: string | null
  readonly parentComplexOrderId: string | null
  readonly asked: ConditionalAsked
}

export const placeBasketStop = async (
  deps: PlaceBasketStopDeps,
  input: PlaceBasketStopInput,
): Promise<BasketStop | Problem> => {
  const accepted = await accept(deps, input)
  // An earlier run of this very request (same Idempotency-Key) may have stored it before it could answer, whatever has changed since.
  const stored = await storedOf(deps, input.complexOrderId, accepted)
  if (!isProblem(stored)) await nudgeTend(deps, stored)
  return stored
}

const storedOf = async (
  deps: PlaceBasketStopDeps,
  complexOrderId: string,
  accepted: BasketStop | Problem,
): Promise<BasketStop | Problem> => {
  if (!isProblem(accepted) && (await deps.complexOrders.save({ newComplexOrders: [accepted] }))) return accepted
  const earlier = await deps.complexOrders.get(complexOrderId)
  return earlier !== null && isBasketStop(earlier) ? earlier : accepted
}

/** The stop as it would be stored, or why not. */
const accept = async (deps: PlaceBasketStopDeps, input: PlaceBasketStopInput): Promise<BasketStop | Problem> => {
  const { userId, subaccountId, customAssetId, asked } = input
  const [subaccount, asset] = await Promise.all([
    deps.subaccounts.get(userId, subaccountId),
    findCustomAsset(deps, userId, customAssetId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (isProblem(asset)) return asset
  if (asset.subaccountId !== subaccountId) return refused('the custom asset belongs to another subaccount')
  if (input.parentOrderId !== null || input.parentComplexOrderId !== null) return STANDS_ALONE
  if (!subaccount.isActive) return INACTIVE
  if (asset.svcIds.length === 0) return EMPTY
  const listed = await deps.markets.getMany(asset.svcIds)
  const open = listed.filter(({ status }) => status !== 'closed')
  // With nothing open the watch says so, as it does of one market.
  const members = open.length === 0 ? listed : open
  const { allocation } = asset
  const subtype = await typeConditional(asked, {
    hasParent: false,
    parentPrice: null,
    priceNow: () => basketMarkNow(deps, allocation, members, asked.trigger.buyFlag),
    loc: LOC,
  })
  if (isProblem(subtype)) return subtype
  const [broken] = brokenInItself({ ...asked, subtype }, false)
  if (broken !== undefined || !isStop(subtype)) return refused(broken ?? 'only stops can be on a custom asset')
  const unusable = await whyUnusable(deps, subaccount, members)
  if (unusable !== null) return unusable
  const stop = newBasketStop(
    {
      complexOrderId: input.complexOrderId,
      userId,
      subaccountId,
      customAssetId,
      allocation,
      members: members.map(({ svcId, exchange, nativeId }) => ({ svcId, exchange, nativeId })),
      subtype,
      stopPrice: asked.stopPrice,
      triggerPriceType: asked.triggerPriceType,
      trigger: asked.trigger,
      audience: audienceOf(subaccount),
    },
    deps.clock(),
  )
  // How many orders are open matters when it fires, not before; and a sale never goes beyond what is held.
  const limits = { ...subaccount.limits, maxOpenOrders: null }
  const { qty, buyFlag } = stop.trigger
  const order = { userId, subaccountId, qty, buyFlag }
  const breach = await basketRisk(deps, limits, order, riskOfTrigger(stop).cost)
  return breach === null ? stop : refusedFor(breach)
}

const LOC = ['body', 'conditional_order_params'] as const

const refused = (sentence: string): Problem => problem(422, 'value_error', sentence, { loc: LOC })

/** Nobody may believe in protection that does not exist. */
const STANDS_ALONE = refused(
  'a conditional order on a custom asset stands alone: it cannot hang on an order or complex order',
)
