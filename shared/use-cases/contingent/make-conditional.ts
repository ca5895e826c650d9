/** Makes a conditional order on one market from what was asked for, or says why it cannot be. */

import { type ConditionalOrder, isExit, newConditional } from '#domain/contingent/complex-order.ts'
import { entryOf } from '#domain/contingent/contingency-group.ts'
import { brokenInItself, brokenWithParent } from '#domain/contingent/rules.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { Order } from '#domain/orders/order.ts'
import { isUnlimited, type RiskBreach, type RiskLimits, riskOfTrigger } from '#domain/risk/limits.ts'
import { subscriberStateOf } from '#domain/webhooks/subscriber-state.ts'
import type { CredentialsStore, MarketStore, OrderStore, SubaccountStore } from '#ports/store.ts'
import { INACTIVE, missingCredentials, refusedFor } from '../orders/place-order.ts'
import { type CheckRiskDeps, checkRisk } from '../risk/check-risk.ts'
import { type ConditionalAsked, markNow, type TypeConditionalDeps, typeConditional } from './type-conditional.ts'

export interface MakeConditionalDeps extends TypeConditionalDeps {
  readonly orders: OrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly positions: CheckRiskDeps['positions']
  readonly tradingDays: CheckRiskDeps['tradingDays']
}

export interface PlaceConditionalInput {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  /** Both null where it is inherited from the parent. */
  readonly svcId: number | null
  readonly customAssetId: string | null
  readonly parentOrderId: string | null
  readonly parentComplexOrderId: string | null
  readonly asked: ConditionalAsked
}

/** What it hangs on: an order, or the complex order that will place one; at most one of the two. */
export interface ParentOf<ParentOrder, ParentComplexOrder> {
  readonly order: ParentOrder | null
  readonly complexOrder: ParentComplexOrder | null
}

export const makeConditional = async (
  deps: MakeConditionalDeps,
  input: PlaceConditionalInput,
  { order, complexOrder }: ParentOf<Order, ConditionalOrder>,
): Promise<ConditionalOrder | Problem> => {
  const { userId, subaccountId, asked } = input
  const above = order ?? complexOrder
  const svcId = input.svcId ?? above?.svcId ?? null
  const [subaccount, market] = await Promise.all([
    deps.subaccounts.get(userId, subaccountId),
    svcId === null ? null : deps.markets.get(svcId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (input.customAssetId !== null)
    return refusedConditional('the parent is on one instrument, which custom_asset_id does not name')
  if (market === null) return notFound('Market')
  if (above !== null && above.svcId !== market.svcId) return refusedConditional('the parent is of another instrument')
  const subtype = await typeConditional(asked, {
    hasParent: above !== null,
    parentPrice: order?.price ?? complexOrder?.trigger.price ?? complexOrder?.stopPrice ?? null,
    priceNow: () => markNow(deps, market, asked.trigger.buyFlag),
    loc: LOC,
  })
  if (isProblem(subtype)) return subtype
  const entry = order ?? complexOrder?.trigger ?? null
  const broken = brokenConditional({ ...asked, subtype }, entry)
  if (broken !== null) return broken
  if (order !== null && hasEndedEmpty(entryOf(order, [market]))) return ENDED
  if (!subaccount.isActive) return INACTIVE
  const { exchange, nativeId, shard } = market
  const credentials = await deps.credentials.get(subaccountId, exchange)
  if (credentials === null) return missingCredentials(exchange)
  const made = newConditional(
    {
      ...placeIn(input, order, complexOrder),
      exchange,
      svcId: market.svcId,
      nativeId,
      shard,
      subtype,
      subscriberState: subscriberStateOf(subaccount),
    },
    deps.clock(),
  )
  const breach = await breachAtFirst(deps, subaccount.limits, made, entry)
  return breach === null ? made : refusedFor(breach)
}

/** What leaves its parent is never refused. How many orders are open matters when it fires, not before. */
const breachAtFirst = async (
  deps: MakeConditionalDeps,
  limits: RiskLimits,
  made: ConditionalOrder,
  above: Pick<Order, 'buyFlag'> | null,
): Promise<RiskBreach | null> => {
  if (isUnlimited(limits) || (above !== null && isExit(made, above))) return null
  const { qty, buyFlag } = made.trigger
  const order = { ...made, orderId: made.complexOrderId, qty, buyFlag, isNew: true } as const
  return checkRisk(deps, { ...limits, maxOpenOrders: null }, order, riskOfTrigger(made).cost)
}

/** Whose it is, what it hangs on, and what was asked for: the same wherever it trades. */
export const placeIn = (
  { complexOrderId, userId, subaccountId, parentComplexOrderId, asked }: PlaceConditionalInput,
  order: { readonly orderId: string } | null,
  complexOrder: { readonly depth: number } | null,
) => ({
  complexOrderId,
  userId,
  subaccountId,
  parentOrderId: order?.orderId ?? null,
  parentComplexOrderId,
  depth: (complexOrder?.depth ?? 0) + 1,
  stopPrice: asked.stopPrice,
  triggerPriceType: asked.triggerPriceType,
  trigger: asked.trigger,
})

/** The first rule that it breaks, in itself or with what it hangs on. */
export const brokenConditional = (
  asked: ConditionalAsked,
  parent: Pick<Order, 'buyFlag' | 'qty'> | null,
): Problem | null => {
  const [first] = [
    ...brokenInItself(asked, parent !== null),
    ...(parent === null ? [] : brokenWithParent(parent, [asked]).map(({ sentence }) => sentence)),
  ]
  return first === undefined ? null : refusedConditional(first)
}

/** Nothing was filled, and nothing will be. */
export const hasEndedEmpty = ({ bought, over, complete }: ReturnType<typeof entryOf>): boolean =>
  over && complete && bought === 0

/** Where it stands in the request. */
export const LOC = ['body', 'conditional_order_params'] as const

export const refusedConditional = (sentence: string): Problem => problem(422, 'value_error', sentence, { loc: LOC })

export const ENDED = problem(
  409,
  'parent_ended',
  'The parent has ended without a fill, so there is nothing to wait for.',
)
