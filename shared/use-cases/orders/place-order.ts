/** Accepts an order on one market: checks it, stores it, and queues it for execution. */

import { accountName } from '#domain/accounts/account-ref.ts'
import { acceptedAt, type Subaccount } from '#domain/accounts/subaccount.ts'
import { withDependents } from '#domain/baskets/dependents.ts'
import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { ComplexOrder } from '#domain/contingent/complex-order.ts'
import type { ConditionalRequest } from '#domain/contingent/request/conditional-request.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Market } from '#domain/markets/market.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import { newOrder, type Order, type OrderRequest } from '#domain/orders/order.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import { breachOf, isUnlimited, type RiskLimits, riskOfTrigger, type Stop, worstCost } from '#domain/risk/limits.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { RoomFor } from '../accounts/quotas/room-for.ts'
import { refusedFor, whyUnusable } from '../accounts/refusals.ts'
import { type CheckRiskDeps, checkRisk } from '../risk/check-risk.ts'
import { enqueueExecute } from '../work/enqueue.ts'
import type { Attach } from './attach.ts'
import { type ExpectedCostDeps, expectedCost } from './expected-cost.ts'

export interface PlaceOrderDeps extends CheckRiskDeps, ExpectedCostDeps {
  readonly attach: Attach
  readonly orders: OrderStore
  readonly complexOrders: Pick<ComplexOrderStore, 'save'>
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly roomFor: RoomFor
  readonly queues: Queues
  readonly log: Log
}

/** The request, already validated. */
export type PlaceOrderInput = Omit<OrderRequest, 'exchange' | 'nativeId' | 'shard' | 'label' | 'svcId'> & {
  readonly svcId: number | null
  readonly customAssetId: string | null
  /** Conditional orders to attach. They are stored in the same transaction. */
  readonly conditionals: readonly ConditionalRequest[]
}

/** The order as stored; a problem says why it is refused. */
export const placeOrder = async (deps: PlaceOrderDeps, input: PlaceOrderInput): Promise<Order | Problem> => {
  const draft = await draftOrder(deps, input)
  if (isProblem(draft)) return draft
  const { order, market } = draft
  const earlier = () => deps.orders.get(order.orderId)
  const attached = await acceptDraft(deps, draft)
  // An earlier run of this very request (same Idempotency-Key) may have stored it: then it is not refused any more.
  if (isProblem(attached)) return (await earlier()) ?? attached
  await deps.markets.name([market])
  const stored = await storeWith(deps, order, attached, earlier)
  await enqueueExecute(deps, stored)
  return stored
}

/** An order that is not stored yet, and what it is for. */
export interface OrderDraft {
  readonly order: Order
  readonly market: Market
  readonly subaccount: Subaccount
  readonly conditionals: PlaceOrderInput['conditionals']
}

/** Returns the order as it would be stored; a problem if the request names something that does not exist. */
export const draftOrder = async (
  deps: Pick<PlaceOrderDeps, 'subaccounts' | 'clock'> & { readonly markets: Pick<MarketStore, 'get'> },
  input: PlaceOrderInput,
): Promise<OrderDraft | Problem> => {
  const [subaccount, market] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    input.svcId === null ? null : deps.markets.get(input.svcId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (input.customAssetId !== null) return notFound('Custom asset')
  if (market === null) return notFound('Market')
  const { svcId, exchange, nativeId, shard } = market
  const { conditionals, ...request } = input
  const label = labelOf(market)
  const subscriberState = subscriberStateOf(subaccount)
  const now = acceptedAt(subaccount, deps.clock())
  const order = newOrder({ ...request, svcId, exchange, nativeId, shard, label, subscriberState }, now)
  return { order, market, subaccount, conditionals }
}

export type AcceptDraftDeps = Omit<PlaceOrderDeps, 'queues' | 'log' | 'complexOrders' | 'subaccounts' | 'markets'>

/** The conditional orders to store with it; a problem says why the order is refused as things stand. */
export const acceptDraft = async (
  deps: AcceptDraftDeps,
  { order, market, subaccount, conditionals }: OrderDraft,
): Promise<readonly ComplexOrder[] | Problem> => {
  const unusable = await whyUnusable(deps, subaccount, [market])
  if (unusable !== null) return unusable
  const attached = await deps.attach(order, [market], conditionals)
  if (isProblem(attached)) return attached
  const refused =
    (await riskOf(deps, subaccount.limits, order, attached, market)) ??
    (await overQuotaOf(deps, order, attached)) ??
    (await overBacklog(deps, order))
  return refused ?? attached
}

/**
 * Returns the refusal of the order, or of conditional orders that do more than protect it, by a quota. Exits are never
 * refused for one.
 */
export const overQuotaOf = async (
  { roomFor }: Pick<PlaceOrderDeps, 'roomFor'>,
  { userId, buyFlag }: Pick<PlacedOrder, 'userId' | 'buyFlag'>,
  attached: ReadonlyArray<Pick<Stop, 'trigger'>>,
): Promise<Problem | null> => {
  const entries = attached.filter(({ trigger }) => trigger.buyFlag === buyFlag).length
  return (await roomFor(userId, 'open_complex_orders', entries)) ?? roomFor(userId, 'open_orders', 1)
}

/** Refuses an order if too many orders of the account wait to be sent. A reducing order may always wait. */
const overBacklog = async ({ roomFor }: Pick<PlaceOrderDeps, 'roomFor'>, order: Order): Promise<Problem | null> =>
  order.reduceOnly ? null : roomFor(accountName(order), 'unsent_orders_per_account', 1)

/**
 * Returns the limit that the order, or a conditional order in its direction, would break. A reducing order breaks none.
 */
const riskOf = async (
  deps: AcceptDraftDeps,
  limits: RiskLimits,
  order: Order,
  attached: readonly Stop[],
  market: Market,
): Promise<Problem | null> => {
  if (isUnlimited(limits) || order.reduceOnly) return null
  const expected = await expectedCost(deps, limits, order, market)
  // Without a readable book the worst cost decides. An order over the limit is then refused for the missing book.
  const cost = isProblem(expected) ? worstCost(order) : expected
  const more = attached
    .filter(({ trigger }) => trigger.buyFlag === order.buyFlag)
    .map((one) => breachOf(limits, riskOfTrigger(one)))
  const breach =
    (await checkRisk(deps, limits, { ...order, isNew: true }, cost)) ?? more.find((one) => one !== null) ?? null
  if (breach === null) return null
  return isProblem(expected) ? expected : refusedFor(breach)
}

/**
 * Stores an order with its attached conditional orders. Returns the order, or the result of `earlier` if an earlier run
 * of the same request stored one.
 */
export const storeWith = async <New extends PlacedOrder>(
  deps: { readonly orders: Pick<OrderStore, 'create'>; readonly complexOrders: Pick<ComplexOrderStore, 'save'> },
  order: New,
  attached: readonly ComplexOrder[],
  earlier: () => Promise<New | null>,
): Promise<New> => {
  const ids = attached.map(({ complexOrderId }) => complexOrderId)
  const whole = withDependents(order, ids)
  const created =
    attached.length === 0
      ? await deps.orders.create(whole)
      : await deps.complexOrders.save({ newOrders: [whole], newComplexOrders: attached })
  return created ? whole : ((await earlier()) ?? whole)
}
