/**
 * Advances a TWAP: updates its slices from their orders, and sends the next due slice. A slice and the count of slices are stored in one
 * transaction, under the version of the TWAP. So two runs never send the same slice, and no run sends one after a cancel.
 */

import { whyNotArmed } from '#domain/accounts/why-cancelled.ts'
import { isTerminal } from '#domain/complex-orders/status.ts'
import { isTwap } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { qty } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { LotSize } from '#domain/markets/lot-size.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { planTwap, type TwapStep } from '#domain/twap/plan.ts'
import { endsTwap, twapSlice, twapSliceOf } from '#domain/twap/slice.ts'
import {
  cancelTwap,
  endTwap,
  nextCheckAt,
  nextCheckIn,
  settleTwap,
  takeSlice,
  updateSlices,
  waitUntil,
} from '#domain/twap/transitions.ts'
import type { TwapOrder } from '#domain/twap/twap-order.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource, MarketState } from '#ports/exchanges/market-data-source.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { OrderStore } from '#ports/orders/order-store.ts'
import { LONGEST_DELAY } from '#ports/work/queues.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import { type CancelOrderDeps, cancelOrder } from '../orders/cancel/cancel-order.ts'
import { enqueueAdvance, enqueueExecute } from '../work/enqueue.ts'

export interface AdvanceTwapDeps extends CancelOrderDeps {
  readonly orders: CancelOrderDeps['orders'] & Pick<OrderStore, 'get'>
  readonly complexOrders: Pick<ComplexOrderStore, 'get' | 'save'>
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly markets: Pick<MarketStore, 'get'>
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => Pick<MarketDataSource, 'marketStates'> | null
  readonly ids: Ids
}

/** `changedSliceId` is a slice to read although no change of it was expected. Safe to run any number of times. */
export const advanceTwap = (
  deps: AdvanceTwapDeps,
  complexOrderId: string,
  changedSliceId: string | null = null,
): Promise<void> =>
  retryOnConflict(`TWAP ${complexOrderId}`, async () => {
    const twap = await deps.complexOrders.get(complexOrderId)
    if (twap === null || !isTwap(twap)) return
    // Read after the TWAP, so that slices stored under its version are never older than those it had before.
    const orders = await readSlices(deps, twap, changedSliceId)
    const updated = updateSlices(twap, orders.map(twapSliceOf), deps.clock())
    const next = isTerminal(updated.status)
      ? await cancelOpenSlices(deps, updated)
      : await takeStep(deps, updated, orders)
    return next.twap === twap ? undefined : storeNext(deps, twap, next)
  })

interface Next {
  readonly twap: TwapOrder
  readonly slice: Order | null
}

/** Stores the TWAP with its new slice. Without a slice another step may follow at once. */
const storeNext = async (deps: AdvanceTwapDeps, before: TwapOrder, next: Next): Promise<undefined | typeof AGAIN> => {
  const newOrders = next.slice === null ? [] : [next.slice]
  const saved = await deps.complexOrders.save({ newOrders, changedComplexOrders: [next.twap] })
  if (saved) await afterwards(deps, before, next)
  return saved && next.slice !== null ? undefined : AGAIN
}

/** The orders of slices that may have changed. */
const readSlices = async (
  deps: AdvanceTwapDeps,
  { slices }: TwapOrder,
  changedSliceId: string | null,
): Promise<readonly Order[]> => {
  const ids = slices
    .filter(({ orderId, state }) => state === 'open' || orderId === changedSliceId)
    .map(({ orderId }) => orderId)
  const orders = await Promise.all(ids.map((orderId) => deps.orders.get(orderId)))
  return orders.filter((order) => order !== null)
}

const takeStep = async (deps: AdvanceTwapDeps, twap: TwapOrder, orders: readonly Order[]): Promise<Next> => {
  const market = await deps.markets.get(twap.target.svcId)
  const now = deps.clock()
  const refusal = orders.map(endsTwap).find((why) => why !== null) ?? null
  if (refusal !== null) return only(cancelTwap(twap, refusal, now))
  const grid: LotSize = { lot: market?.tickSizeQty ?? qty(1), least: market?.minimumOrderSize ?? qty(1) }
  const step = planTwap(twap, grid, twap.terms.randomize ? drawn(deps.ids) : null, now)
  if (step.kind === 'end') return only(endTwap(twap, step.as, now))
  if (step.kind === 'cancel') return only(cancelTwap(twap, step.reason, now))
  if (step.kind === 'wait' && step.until === null) return only(waitUntil(twap, null, now))
  return stepInMarket(deps, twap, { step, market }, now)
}

/** The TWAP without a new slice. */
const only = (twap: TwapOrder): Next => ({ twap, slice: null })

interface MarketStep {
  readonly step: Extract<TwapStep, { kind: 'wait' | 'carry' | 'slice' }>
  readonly market: Market | null
}

/** Takes a step that depends on the state of the market. */
const stepInMarket = async (
  deps: AdvanceTwapDeps,
  twap: TwapOrder,
  { step, market }: MarketStep,
  now: Millis,
): Promise<Next> => {
  const state = await stateNow(deps, twap)
  if (state === 'closed') return only(cancelTwap(twap, 'market_closed', now))
  if (step.kind === 'wait') return only(waitUntil(twap, nextCheckAt(twap, step.until ?? now, false, now), now))
  // The schedule follows the clock: later slices share the quantity that a pause leaves undone.
  if (state === 'paused') return only(waitUntil(twap, nextCheckAt(twap, now, true, now), now))
  const unwanted = await whyUnwanted(deps, twap, market)
  if (unwanted !== null) return only(cancelTwap(twap, unwanted, now))
  if (step.kind === 'carry') return only(takeSlice(twap, step.index, null, now))
  const slice = twapSlice(twap, deps.ids.uuid(), step.qty, now)
  return { twap: takeSlice(twap, step.index, twapSliceOf(slice), now), slice }
}

/** Returns why no further slice may be sent; checked right before each slice. */
const whyUnwanted = async (deps: AdvanceTwapDeps, twap: TwapOrder, market: Market | null): Promise<string | null> => {
  const subaccount = await deps.subaccounts.get(twap.userId, twap.subaccountId)
  const cancelled = whyNotArmed(subaccount, twap.createdAt)
  if (cancelled !== null) return cancelled
  if (subaccount?.isActive !== true) return 'subaccount_inactive'
  return market === null ? 'market_closed' : null
}

/** Reads the state of the market at its exchange: the catalogue shows a pause as closed. Null if the exchange does not report it. */
const stateNow = async (deps: AdvanceTwapDeps, { target }: TwapOrder): Promise<MarketState['state'] | null> => {
  const states = await deps
    .exchanges(target.exchange)
    ?.marketStates([target.nativeId], AbortSignal.timeout(PATIENCE))
    .catch(ifUnavailable(() => []))
  return states?.[0]?.state ?? null
}

/** Longest wait for the exchange, in ms. The next check asks again. */
const PATIENCE = 5 * SECOND

/** Requests the cancel of open slices of a terminal TWAP, once. */
const cancelOpenSlices = async (deps: AdvanceTwapDeps, twap: TwapOrder): Promise<Next> => {
  if (twap.dueAt !== null)
    for (const { orderId, state } of twap.slices)
      if (state === 'open') await cancelOrder(deps, twap.userId, orderId, 'parent_cancelled')
  return { twap: settleTwap(twap), slice: null }
}

const afterwards = async (deps: AdvanceTwapDeps, before: TwapOrder, { twap, slice }: Next): Promise<void> => {
  if (slice !== null) await enqueueExecute(deps, slice)
  const wait = nextCheckIn(twap, deps.clock())
  if (wait === null || wait > LONGEST_DELAY) return
  if (twap.dueAt !== before.dueAt) await enqueueAdvance(deps, twap, wait)
}

/** Draws a random number in 0..1. */
const drawn = (ids: Ids): number => Buffer.from(ids.random(4)).readUInt32BE() / 2 ** 32
