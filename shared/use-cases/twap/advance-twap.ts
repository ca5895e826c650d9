/**
 * Takes a TWAP on: hears what has become of its slices, and sends the next one when its time has come. A slice and the count of
 * slices are stored in one transaction, under the version of the TWAP: two runs never send the same one, nor a run after a cancel.
 */

import { isTwap } from '#domain/contingent/complex-order.ts'
import type { LotSize } from '#domain/contingent/lot-size.ts'
import { isTerminal } from '#domain/contingent/status.ts'
import { qty } from '#domain/kernel/numbers.ts'
import type { Market } from '#domain/markets/market.ts'
import type { Order } from '#domain/orders/order.ts'
import { planTwap } from '#domain/twap/plan.ts'
import { endsTwap, twapSlice, twapSliceOf } from '#domain/twap/slice.ts'
import {
  cancelTwap,
  endTwap,
  nextSliceIn,
  settleTwap,
  takeSlice,
  updateSlices,
  waitUntil,
} from '#domain/twap/transitions.ts'
import type { TwapOrder } from '#domain/twap/twap-order.ts'
import type { Ids } from '#ports/ids.ts'
import type { AdvanceDeps } from '../contingent/advance-exits.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { enqueueAdvance, enqueueExecute } from '../orders/enqueue.ts'

/** One round does what can be done, and the next sees that nothing is left; more mean that others are changing the TWAP too. */
const ROUNDS = 20

/** `stateForFollowers`: the slice there is news of. Safe to run any number of times. */
export const advanceTwap = async (
  deps: AdvanceDeps,
  complexOrderId: string,
  stateForFollowers: string | null = null,
): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const twap = await deps.complexOrders.get(complexOrderId)
    if (twap === null || !isTwap(twap)) return
    // Read after the TWAP: what is stored under its version is then never older than what it has heard before.
    const orders = await slicesToHear(deps, twap, stateForFollowers)
    const heard = updateSlices(twap, orders.map(twapSliceOf), deps.clock())
    const next = isTerminal(heard.status) ? await callBack(deps, heard) : await takeStep(deps, heard, orders)
    if (next.twap === twap) return
    const { slice } = next
    const saved = await deps.complexOrders.save({
      newOrders: slice === null ? [] : [slice],
      changedComplexOrders: [next.twap],
    })
    if (saved) await afterwards(deps, twap, next)
    // Only a slice that was left out can be followed by something at once.
    if (saved && slice !== null) return
  }
  throw new Error(`TWAP ${complexOrderId} stayed contended for ${ROUNDS} rounds`)
}

interface Next {
  readonly twap: TwapOrder
  readonly slice: Order | null
}

/** Slices nothing more was expected of are not read again, unless there is news of one. */
const slicesToHear = async (
  deps: AdvanceDeps,
  { slices }: TwapOrder,
  stateForFollowers: string | null,
): Promise<readonly Order[]> => {
  const ids = slices
    .filter(({ orderId, state }) => state === 'open' || orderId === stateForFollowers)
    .map(({ orderId }) => orderId)
  const orders = await Promise.all(ids.map((orderId) => deps.orders.get(orderId)))
  return orders.filter((order) => order !== null)
}

const takeStep = async (deps: AdvanceDeps, twap: TwapOrder, heard: readonly Order[]): Promise<Next> => {
  const market = await deps.markets.get(twap.target.svcId)
  const now = deps.clock()
  const only = (changed: TwapOrder): Next => ({ twap: changed, slice: null })
  const refusal = heard.map(endsTwap).find((why) => why !== null) ?? null
  if (refusal !== null) return only(cancelTwap(twap, refusal, now))
  const grid: LotSize = { lot: market?.tickSizeQty ?? qty(1), least: market?.minimumOrderSize ?? qty(1) }
  const random = twap.terms.randomize ? drawn(deps.ids) : null
  const step = planTwap(twap, grid, random, now)
  if (step.kind === 'wait') return only(waitUntil(twap, step.until, now))
  if (step.kind === 'end') return only(endTwap(twap, step.as, now))
  if (step.kind === 'cancel') return only(cancelTwap(twap, step.reason, now))
  const unwanted = await whyUnwanted(deps, twap, market)
  if (unwanted !== null) return only(cancelTwap(twap, unwanted, now))
  if (step.kind === 'carry') return only(takeSlice(twap, step.index, null, now))
  const slice = twapSlice(twap, deps.ids.uuid(), step.qty, now)
  return { twap: takeSlice(twap, step.index, twapSliceOf(slice), now), slice }
}

/** Why no further slice may go out, looked at right before each of them. */
const whyUnwanted = async (deps: AdvanceDeps, twap: TwapOrder, market: Market | null): Promise<string | null> => {
  const subaccount = await deps.subaccounts.get(twap.userId, twap.subaccountId)
  if (subaccount === null || (subaccount.cancelComplexBefore ?? 0) >= twap.createdAt) return 'cancel_all'
  if (!subaccount.isActive) return 'subaccount_inactive'
  return market === null || market.status === 'closed' ? 'market_closed' : null
}

/** It is over: what it still has at the exchange is asked off the book, once. */
const callBack = async (deps: AdvanceDeps, twap: TwapOrder): Promise<Next> => {
  if (twap.dueAt !== null)
    for (const { orderId, state } of twap.slices)
      if (state === 'open') await cancelOrder(deps, twap.userId, orderId, 'parent_cancelled')
  return { twap: settleTwap(twap), slice: null }
}

const afterwards = async (deps: AdvanceDeps, before: TwapOrder, { twap, slice }: Next): Promise<void> => {
  if (slice !== null) await enqueueExecute(deps, slice)
  const wait = nextSliceIn(twap, deps.clock())
  if (wait !== null && twap.dueAt !== null && twap.dueAt !== before.dueAt) await enqueueAdvance(deps, twap, wait)
}

/** In 0..1. */
const drawn = (ids: Ids): number => Buffer.from(ids.random(4)).readUInt32BE() / 2 ** 32
