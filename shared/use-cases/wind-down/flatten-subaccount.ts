/**
 * Flattens a subaccount: cancels its orders and complex orders, then closes its positions. The request is stored first,
 * so that the sweeper completes it after a crash. The sweeper also looks once more when the cancelled orders have left
 * their books.
 */

import type { Price } from '#domain/kernel/numbers.ts'
import { isProblem, notFound, type Problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isFinal } from '#domain/orders/status.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import {
  awaitSettlement,
  FLATTENED,
  type Flattening,
  isGivenUp,
  newFlattening,
  recordCancelled,
  recordClosing,
  waitOn,
} from '#domain/risk/flattening.ts'
import type { FlatteningStore } from '#ports/risk/flattening-store.ts'
import { liveOrders } from '../accounts/quotas/live-orders.ts'
import { AGAIN, retryOnConflict } from '../kernel/retry-on-conflict.ts'
import type { CancelAllResult } from '../orders/cancel/cancel-each.ts'
import {
  type CloseHeldDeps,
  type ClosePositionsDeps,
  closeHeld,
  findClosing,
  openAmong,
  whyNotClosed,
} from '../portfolio/close-positions.ts'
import { readPositions } from '../portfolio/read-positions.ts'
import { RISK_LOG } from '../risk/log-messages.ts'
import { enqueueSweep } from '../work/enqueue.ts'
import {
  type CancelEverythingDeps,
  cancelEverything,
  type EverythingCancelled,
  isTroubled,
} from './cancel-everything.ts'

export interface ContinueFlatteningDeps extends CancelEverythingDeps, Omit<CloseHeldDeps, 'orders'> {
  readonly flattenings: FlatteningStore
}

export interface FlattenDeps extends ContinueFlatteningDeps {
  readonly credentials: ClosePositionsDeps['credentials']
}

export interface Flattened extends EverythingCancelled {
  /** The closing orders. */
  readonly closing: readonly string[]
}

/** A repeat under the same `flattenId` places no closing order twice. */
export const flattenSubaccount = async (
  deps: FlattenDeps,
  requested: Pick<Flattening, 'userId' | 'subaccountId' | 'flattenId'> & { readonly maxSlippage: Price | null },
): Promise<Flattened | Problem> => {
  const { userId, subaccountId } = requested
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  if (subaccount === null) return notFound('Subaccount')
  const refused = await whyNotClosed(
    deps,
    subaccount,
    openAmong(await readPositions(deps, subaccountId, { skipUnreadable: true })),
  )
  if (refused !== null) return refused
  const stored = await retryOnConflict(`the flattening of ${subaccountId}`, async () => {
    const one = newFlattening(requested, await deps.flattenings.get(subaccountId), deps.clock())
    return (await deps.flattenings.save(one)) ? { ...one, version: one.version + 1 } : AGAIN
  })
  return begin(deps, stored)
}

/**
 * Completes the work of an earlier run of the same request. Returns the closing orders if the sweeper has completed it
 * since; null if no run began it.
 */
export const resumeFlattening = async (
  deps: FlattenDeps,
  userId: string,
  subaccountId: string,
  flattenId: string,
): Promise<Flattened | null> => {
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return null
  const begun = await findClosing(deps, subaccountId, flattenId)
  const found = await deps.flattenings.get(subaccountId)
  if (found?.flattenId === flattenId && found.stage !== 'watches') {
    const done = await begin(deps, found)
    if (!isProblem(done)) return { ...done, closing: [...new Set([...begun, ...done.closing])].sort() }
  }
  const isKnown = found?.flattenId === flattenId || begun.length > 0
  return isKnown ? { ...NOTHING_CANCELLED, closing: begun } : null
}

const NONE: CancelAllResult = { cancelled: [], failed: new Map(), troubled: [] }
const NOTHING_CANCELLED: EverythingCancelled = { orders: NONE, complexOrders: NONE }

/** Continues a due flattening: all of it if a run has died, else only the watch of the cancelled orders. */
export const continueFlattening = async (deps: ContinueFlatteningDeps, subaccountId: string): Promise<void> => {
  const found = await deps.flattenings.get(subaccountId)
  if (found === null || found.dueAt > deps.clock()) return
  if (found.stage !== 'watches') {
    if (isProblem(await begin(deps, found))) await deps.flattenings.remove(found)
    return
  }
  const now = deps.clock()
  const next = await nextWatch(deps, found, now)
  if (next === null) await deps.flattenings.remove(found)
  else if (await deps.flattenings.save(next)) await enqueueSweep(deps, 5_000)
}

/**
 * The flattening as it continues to watch the orders that are leaving and the trades that have not settled. Null once there are none, or
 * after too long: positions held by then may have nothing to do with the request.
 */
const nextWatch = async (deps: ContinueFlatteningDeps, found: Flattening, now: Millis): Promise<Flattening | null> => {
  const { subaccountId } = found
  const isTooLong = isGivenUp(found, now)
  if (await isAnyLeaving(deps, found)) {
    if (!isTooLong) return waitOn(found, now)
    deps.log.warn(RISK_LOG.ordersStillOpen, { subaccountId })
    return null
  }
  const settling = await closeSettled(deps, found)
  if (settling.length === 0) return null
  if (!isTooLong) return awaitSettlement(found, settling, now)
  deps.log.warn(RISK_LOG.tradesNotSettled, { subaccountId, svcIds: settling.join() })
  return null
}

/**
 * Closes the remaining positions. Returns the markets whose trades have not settled: their shares cannot be sold
 * before.
 */
const closeSettled = async (deps: ContinueFlatteningDeps, found: Flattening): Promise<readonly number[]> => {
  const { subaccountId, awaited } = found
  const held = await deps.positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  const settling = new Set(held.ledgers.filter(({ provisional }) => provisional > 0).map(({ svcId }) => svcId))
  const open = openAmong(heldPositions(held)).filter(({ svcId }) => awaited.length === 0 || awaited.includes(svcId))
  const settled = open.filter(({ svcId }) => !settling.has(svcId))
  await closeRest(deps, found, settled, 1)
  return open.map(({ svcId }) => svcId).filter((svcId) => settling.has(svcId))
}

/** Does the remaining work before the watch begins. A newer request that has replaced this one continues instead. */
const begin = async (deps: ContinueFlatteningDeps, stored: Flattening): Promise<Flattened | Problem> => {
  const { userId, subaccountId } = stored
  let now = stored
  let cancelled = NOTHING_CANCELLED
  if (stored.stage === 'cancels') {
    const all = await cancelEverything(deps, userId, subaccountId, FLATTENED)
    if (isProblem(all)) return all
    cancelled = all
    const asOf = deps.clock()
    if (isTroubled(all) && !isGivenUp(stored, asOf)) {
      if (await deps.flattenings.save(waitOn(stored, asOf))) await enqueueSweep(deps, 5_000)
      return { ...cancelled, closing: [] }
    }
    if (!(await deps.flattenings.save(recordCancelled(stored)))) return { ...cancelled, closing: [] }
    now = { ...recordCancelled(stored), version: stored.version + 1 }
  }
  const closing = await closeRest(
    deps,
    now,
    openAmong(await readPositions(deps, subaccountId, { skipUnreadable: true })),
    0,
  )
  deps.log.info('subaccount flattened', { subaccountId, closing: closing.length })
  if (await deps.flattenings.save(recordClosing(now, deps.clock()))) await enqueueSweep(deps, 3_000)
  return { ...cancelled, closing }
}

/** True if orders that were cancelled with everything, or the orders that close, can still trade. */
const isAnyLeaving = async (
  deps: ContinueFlatteningDeps,
  { userId, subaccountId, requestedAt }: Flattening,
): Promise<boolean> => {
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  const cancelledBefore = subaccount?.cancelBefore ?? requestedAt
  const live = await liveOrders(deps.orders, subaccountId, { skipUnreadable: true })
  return live.some(
    (order) =>
      (order.createdAt <= cancelledBefore || (order.reduceOnly && order.orderType === 'MARKET')) &&
      (!isFinal(order.status) ||
        order.exchangeState === 'live' ||
        order.tradedQty + order.reversedQty < order.exchangeFilledQty),
  )
}

const closeRest = async (
  deps: ContinueFlatteningDeps,
  { userId, subaccountId, flattenId, maxSlippage }: Flattening,
  open: readonly HeldPosition[],
  round: number,
): Promise<readonly string[]> => {
  const subaccount = await deps.subaccounts.get(userId, subaccountId)
  if (subaccount === null || !subaccount.isActive) return []
  return closeHeld(deps, subaccount, open, { requestId: flattenId, maxSlippage, round })
}
