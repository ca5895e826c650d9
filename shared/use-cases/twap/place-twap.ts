/** Accepts a TWAP: checks it, stores it, and queues its first slice. */

import { acceptedAt } from '#domain/accounts/subaccount.ts'
import { marketTarget } from '#domain/complex-orders/target.ts'
import { isTwap } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { labelOf } from '#domain/markets/market-label.ts'
import { subscriberStateOf } from '#domain/orders/subscriber-state.ts'
import { NO_LIMITS, type RiskBreach, type RiskLimits } from '#domain/risk/limits.ts'
import { newTwap, type TwapOrder, type TwapTerms } from '#domain/twap/twap-order.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { Queues } from '#ports/work/queues.ts'
import type { RoomFor } from '../accounts/quotas/room-for.ts'
import { refusedFor, whyUnusable } from '../accounts/refusals.ts'
import { type CheckRiskDeps, checkRisk } from '../risk/check-risk.ts'
import { enqueueAdvance } from '../work/enqueue.ts'

export interface PlaceTwapDeps extends CheckRiskDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'>
  readonly subaccounts: SubaccountStore
  readonly credentials: CredentialsStore
  readonly markets: MarketStore
  readonly roomFor: RoomFor
  readonly queues: Queues
  readonly log: Log
}

export interface PlaceTwapInput {
  readonly complexOrderId: string
  readonly userId: string
  readonly subaccountId: string
  readonly svcId: number
  readonly tag: string | null
  readonly terms: TwapTerms
}

/** Returns the TWAP as stored, PENDING; a problem says why it is refused. */
export const placeTwap = async (deps: PlaceTwapDeps, input: PlaceTwapInput): Promise<TwapOrder | Problem> => {
  const { complexOrderId, userId, subaccountId, svcId, tag, terms } = input
  const [subaccount, market] = await Promise.all([deps.subaccounts.get(userId, subaccountId), deps.markets.get(svcId)])
  if (subaccount === null) return notFound('Subaccount')
  if (market === null) return notFound('Market')
  const unusable = await whyUnusable(deps, subaccount, [market])
  if (unusable !== null) return unusable
  const breach = await breachAtFirst(deps, subaccount.limits, input, market.exchange)
  const refused = breach === null ? await deps.roomFor(userId, 'open_complex_orders', 1) : refusedFor(breach)
  // An earlier run of this very request (same Idempotency-Key) may have stored it: then it is not refused any more.
  if (refused !== null) return (await storedTwap(deps, complexOrderId)) ?? refused
  const twap = newTwap(
    {
      complexOrderId,
      userId,
      subaccountId,
      target: marketTarget({ ...market, label: labelOf(market) }),
      tag,
      terms,
      subscriberState: subscriberStateOf(subaccount),
    },
    acceptedAt(subaccount, deps.clock()),
  )
  await deps.markets.name([market])
  // Not stored: an earlier run of this very request (same Idempotency-Key) did it before it could answer.
  if (await deps.complexOrders.save({ newComplexOrders: [twap] })) await enqueueAdvance(deps, twap)
  return twap
}

/** Checks only the halt and the daily loss. Each slice is an order, and checked against the limits of one order. */
const breachAtFirst = (
  deps: PlaceTwapDeps,
  { halted, maxDailyLoss }: RiskLimits,
  { complexOrderId: orderId, userId, subaccountId, svcId, terms }: PlaceTwapInput,
  exchange: ExchangeName,
): Promise<RiskBreach | null> => {
  const { totalQty: qty, buyFlag } = terms
  const whole = {
    orderId,
    userId,
    subaccountId,
    exchange,
    svcId,
    createdAt: deps.clock(),
    qty,
    buyFlag,
    isNew: true,
  } as const
  return checkRisk(deps, { ...NO_LIMITS, halted, maxDailyLoss }, whole, null)
}

const storedTwap = async (deps: PlaceTwapDeps, complexOrderId: string): Promise<TwapOrder | null> => {
  const stored = await deps.complexOrders.get(complexOrderId)
  return stored === null || !isTwap(stored) ? null : stored
}
