/** The transitions of a TWAP. Each function returns the changed TWAP. No other code sets its status. */

import { isTerminal, move } from '../complex-orders/status.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import { nextSliceAt, sliceDueAt, type TwapOrder, type TwapSlice } from './twap-order.ts'

/** Time until the sweeper replaces a lost message for a slice, in ms. */
export const SLICE_GRACE = 5 * SECOND

/** Interval between two checks of the market while a TWAP waits for its next slice, in ms. */
const CHECK_EVERY = 45 * SECOND

/** Interval between two checks during a pause, in ms. */
const PAUSE_CHECK_EVERY = 15 * SECOND

/** Updates the state of some slices, also after the end of the TWAP: a late fill counts. */
export const updateSlices = (twap: TwapOrder, current: readonly TwapSlice[], now: Millis): TwapOrder => {
  const byId = new Map(current.map((slice) => [slice.orderId, slice]))
  const slices = twap.slices.map((slice) => {
    const next = byId.get(slice.orderId)
    return next === undefined || isSame(slice, next) ? slice : next
  })
  return slices.every((slice, place) => slice === twap.slices[place]) ? twap : { ...twap, slices, updatedAt: now }
}

/** Records the due slice `index`, sent as `slice`. With null nothing is sent, and later slices share its quantity. */
export const takeSlice = (twap: TwapOrder, index: number, slice: TwapSlice | null, now: Millis): TwapOrder => {
  if (isTerminal(twap.status) || index < twap.slicesDone) return twap
  const startedAt = twap.startedAt ?? now
  const taken: TwapOrder = {
    ...twap,
    status: 'ACTIVE',
    updatedAt: now,
    startedAt,
    slicesDone: index + 1,
    slices: slice === null ? twap.slices : [...twap.slices, slice],
  }
  if (index + 1 < twap.terms.slices) return { ...taken, dueAt: dueFor(sliceDueAt(twap.terms, startedAt, index + 1)) }
  // The outcome of the last slice decides how the TWAP ends. Without an order it ends now.
  return { ...taken, dueAt: slice === null ? now : null }
}

/** Records that no work is due before `until`; null: before the change of a slice. */
export const waitUntil = (twap: TwapOrder, until: Millis | null, now: Millis): TwapOrder => {
  if (isTerminal(twap.status)) return twap
  const isDue = twap.dueAt !== null && (nextSliceAt(twap) ?? now) <= now
  const dueAt = until !== null ? dueFor(until) : isDue ? null : twap.dueAt
  return dueAt === twap.dueAt ? twap : { ...twap, dueAt }
}

/** Time of the next check of the market before the next slice at `until`. Unchanged while that time is still ahead. */
export const nextCheckAt = (
  { dueAt }: Pick<TwapOrder, 'dueAt'>,
  until: Millis,
  isPaused: boolean,
  now: Millis,
): Millis => {
  const planned = dueAt === null ? now : dueAt - SLICE_GRACE
  const latest = isPaused ? now + PAUSE_CHECK_EVERY : Math.min(until, now + CHECK_EVERY)
  return planned > now && planned <= latest ? planned : latest
}

/** Ends the TWAP. COMPLETED: the whole tradable quantity has traded. EXPIRED: the time is over, and a part has not traded. */
export const endTwap = (twap: TwapOrder, as: 'COMPLETED' | 'EXPIRED', now: Millis): TwapOrder =>
  move(twap, as, { dueAt: null }, now)

/** Cancels the TWAP: no further slice is sent. The cancel of an open slice is due. */
export const cancelTwap = (twap: TwapOrder, reason: string, now: Millis): TwapOrder =>
  move(twap, 'CANCELLED', { cancelReason: reason, dueAt: hasOpenSlice(twap) ? now : null }, now)

/** Records that the cancels of open slices are requested. */
export const settleTwap = (twap: TwapOrder): TwapOrder => (twap.dueAt === null ? twap : { ...twap, dueAt: null })

/** Returns whether a slice is open, so that the next one waits. */
export const hasOpenSlice = ({ slices }: Pick<TwapOrder, 'slices'>): boolean =>
  slices.some(({ state }) => state === 'open')

/** Time until the next check, in ms; null without one. */
export const nextCheckIn = ({ status, dueAt }: TwapOrder, now: Millis): number | null => {
  const at = (status === 'ACTIVE' || status === 'PENDING') && dueAt !== null ? dueAt - SLICE_GRACE : null
  return at === null ? null : Math.max(0, at - now)
}

/** The due date leaves time for the message before the sweeper acts. */
const dueFor = (until: Millis): Millis => until + SLICE_GRACE

const isSame = (one: TwapSlice, other: TwapSlice): boolean =>
  one.state === other.state &&
  one.qty === other.qty &&
  one.tradedQty === other.tradedQty &&
  one.tradedCost === other.tradedCost
