/** Accepts a conditional order that stands alone or hangs on something that is already stored. */

import { isBasketStop } from '#domain/basket-stop.ts'
import {
  type ConditionalOrder,
  type ConditionalType,
  isConditional,
  isExit,
  newConditional,
} from '#domain/complex-order.ts'
import { adopt } from '#domain/complex-order-facts.ts'
import { brokenInItself, brokenWithParent, isTooDeep } from '#domain/conditional-rules.ts'
import { attach, entryOf } from '#domain/family.ts'
import type { Market } from '#domain/market.ts'
import type { Order } from '#domain/order.ts'
import { isProblem, notFound, type Problem, problem } from '#domain/problem.ts'
import { isUnlimited, type RiskBreach, type RiskLimits, riskOfTrigger } from '#domain/risk-limits.ts'
import { audienceOf } from '#domain/webhook-event.ts'
import type { BasketOrderStore } from '#ports/basket-order-store.ts'
import type { ComplexOrderStore } from '#ports/complex-order-store.ts'
import type { Log } from '#ports/log.ts'
import type { Queues } from '#ports/queues.ts'
import type { CredentialsStore, MarketStore, OrderStore, SubaccountStore } from '#ports/store.ts'
import { type CheckRiskDeps, checkRisk } from './check-risk.ts'
import { nudgeFamily, nudgeTend } from './nudges.ts'
import { INACTIVE, missingCredentials, refusedFor } from './place-order.ts'
import { type ConditionalAsked, markNow, type TypeConditionalDeps, typeConditional } from './type-conditional.ts'

export interface PlaceConditionalDeps extends TypeConditionalDeps {
  readonly orders: OrderStore
  readonly baskets: Pick<BasketOrderStore, 'get'>
  readonly complexOrders: ComplexOrderStore
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly positions: CheckRiskDeps['positions']
  readonly tradingDays: CheckRiskDeps['tradingDays']
  readonly queues: Queues
  readonly log: Log
}

export interface PlaceConditionalInput {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  /** Null where it is inherited from the parent. */
  readonly svcId: number | null
  readonly parentOrderId: string | null
  readonly parentComplexOrderId: string | null
  readonly asked: ConditionalAsked
}

/** Whoever changes the parent meanwhile makes us look again. */
const TRIES = 20

/** What hangs on one order is done in one transaction, which has an end. */
const MOST_ATTACHED = 20

export const placeConditional = async (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
): Promise<ConditionalOrder | Problem> => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const parent = await parentOf(deps, input)
    if (isProblem(parent)) return parent
    const made = await make(deps, input, parent)
    if (isProblem(made)) return made
    if (await deps.complexOrders.save({ newComplexOrders: [made], ...parent.with(made.complexOrderId) })) {
      await (parent.order === null ? nudgeTend(deps, made) : nudgeFamily(deps, parent.order))
      return made
    }
    // An earlier run of this very request (same Idempotency-Key) stored it before it could answer.
    const earlier = await deps.complexOrders.get(input.complexOrderId)
    if (earlier !== null && isConditional(earlier)) return earlier
  }
  return CONTENDED
}

interface Parent {
  readonly order: Order | null
  readonly complexOrder: ConditionalOrder | null
  /** What has to be stored with a conditional that hangs on it. */
  readonly with: (complexOrderId: string) => {
    readonly changedOrders?: Order[]
    readonly changedComplexOrders?: ConditionalOrder[]
  }
}

/** The order it waits for if there is one already, else the complex order that will place it, else nothing. */
const parentOf = async (deps: PlaceConditionalDeps, input: PlaceConditionalInput): Promise<Parent | Problem> => {
  const { userId, parentComplexOrderId } = input
  let orderId = input.parentOrderId
  if (parentComplexOrderId !== null) {
    const found = await deps.complexOrders.get(parentComplexOrderId)
    if (found === null || found.userId !== userId) return notFound('Parent complex order')
    if (isBasketStop(found)) return NOTHING_HANGS
    if (!isConditional(found)) return refused('a TWAP places many orders, so nothing can hang on it')
    if (found.subaccountId !== input.subaccountId) return refused('the parent belongs to another subaccount')
    if (isTooDeep(found.depth)) return refused('a chain of complex orders is at most 10 long')
    if (found.status === 'CANCELLED') return ENDED
    if (found.childIds.length >= MOST_ATTACHED) return FULL
    orderId = found.orderIds[0] ?? null
    if (orderId === null)
      return { order: null, complexOrder: found, with: (id) => ({ changedComplexOrders: [adopt(found, id)] }) }
  }
  if (orderId === null) return { order: null, complexOrder: null, with: () => ({}) }
  const order = await deps.orders.get(orderId)
  if (order === null && (await deps.baskets.get(orderId))?.userId === userId) return NOTHING_HANGS
  if (order === null || order.userId !== userId) return notFound('Parent order')
  if (order.legOf !== null) return NOTHING_HANGS
  if (order.subaccountId !== input.subaccountId) return refused('the parent belongs to another subaccount')
  if (order.complexOrderIds.length >= MOST_ATTACHED) return FULL
  return { order, complexOrder: null, with: (id) => ({ changedOrders: [attach(order, id, deps.clock())] }) }
}

const make = async (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
  { order, complexOrder }: Parent,
): Promise<ConditionalOrder | Problem> => {
  const above = order ?? complexOrder
  const svcId = input.svcId ?? above?.svcId ?? null
  const [subaccount, market] = await Promise.all([
    deps.subaccounts.get(input.userId, input.subaccountId),
    svcId === null ? null : deps.markets.get(svcId),
  ])
  if (subaccount === null) return notFound('Subaccount')
  if (market === null) return notFound('Market')
  if (above !== null && above.svcId !== market.svcId) return refused('the parent is of another instrument')
  const subtype = await typeConditional(input.asked, {
    hasParent: above !== null,
    parentPrice: order?.price ?? complexOrder?.trigger.price ?? complexOrder?.stopPrice ?? null,
    priceNow: () => markNow(deps, market, input.asked.trigger.buyFlag),
    loc: LOC,
  })
  if (isProblem(subtype)) return subtype
  const broken = brokenOf({ ...input.asked, subtype }, order ?? complexOrder?.trigger ?? null)
  if (broken !== null) return broken
  if (order !== null && hasEndedEmpty(order, market)) return ENDED
  if (!subaccount.isActive) return INACTIVE
  const credentials = await deps.credentials.get(subaccount.subaccountId, market.exchange)
  if (credentials === null) return missingCredentials(market.exchange)
  const made = { ...build(deps, input, subtype, market, order, complexOrder), audience: audienceOf(subaccount) }
  const breach = await breachAtFirst(deps, subaccount.limits, made, order ?? complexOrder?.trigger ?? null)
  if (breach === null) return made
  // An earlier run of this very request (same Idempotency-Key) may have stored it: then it is not refused any more.
  const earlier = await deps.complexOrders.get(input.complexOrderId)
  return earlier !== null && isConditional(earlier) ? earlier : refusedFor(breach)
}

/** What leaves its parent is never refused. How many orders are open matters when it fires, not before. */
const breachAtFirst = async (
  deps: PlaceConditionalDeps,
  limits: RiskLimits,
  made: ConditionalOrder,
  above: Pick<Order, 'buyFlag'> | null,
): Promise<RiskBreach | null> => {
  if (isUnlimited(limits) || (above !== null && isExit(made, above))) return null
  const { qty, buyFlag } = made.trigger
  const order = { ...made, orderId: made.complexOrderId, qty, buyFlag, isNew: true } as const
  return checkRisk(deps, { ...limits, maxOpenOrders: null }, order, riskOfTrigger(made).cost)
}

const build = (
  deps: PlaceConditionalDeps,
  input: PlaceConditionalInput,
  subtype: ConditionalType,
  { exchange, svcId, nativeId, shard }: Market,
  order: Order | null,
  complexOrder: ConditionalOrder | null,
): ConditionalOrder => {
  const { complexOrderId, userId, subaccountId, parentComplexOrderId, asked } = input
  const { stopPrice, triggerPriceType, trigger } = asked
  const parentOrderId = order?.orderId ?? null
  const depth = (complexOrder?.depth ?? 0) + 1
  return newConditional(
    {
      complexOrderId,
      userId,
      subaccountId,
      exchange,
      svcId,
      nativeId,
      shard,
      subtype,
      parentOrderId,
      parentComplexOrderId,
      depth,
      stopPrice,
      triggerPriceType,
      trigger,
    },
    deps.clock(),
  )
}

const brokenOf = (asked: ConditionalAsked, parent: Pick<Order, 'buyFlag' | 'qty'> | null): Problem | null => {
  const sentences = [
    ...brokenInItself(asked, parent !== null),
    ...(parent === null ? [] : brokenWithParent(parent, [asked]).map(({ sentence }) => sentence)),
  ]
  const [first] = sentences
  return first === undefined ? null : refused(first)
}

const hasEndedEmpty = (order: Order, market: Market): boolean => {
  const { bought, over, complete } = entryOf(order, market)
  return over && complete && bought === 0
}

const LOC = ['body', 'conditional_order_params'] as const

const refused = (sentence: string): Problem => problem(422, 'value_error', sentence, { loc: LOC })

/** Nobody may believe in protection that does not exist. */
const NOTHING_HANGS = refused(
  'conditional orders cannot hang on an order on a custom asset, on one that was sent for it, nor on a stop on one',
)

const ENDED = problem(409, 'parent_ended', 'The parent has ended without a fill, so there is nothing to wait for.')

const FULL = problem(409, 'too_many_conditionals', `At most ${MOST_ATTACHED} complex orders can hang on one parent.`)

const CONTENDED = problem(409, 'conflict', 'The parent was changed at the same moment. Try again.')
