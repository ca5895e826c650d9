/** The transitions of a TWAP. Each function takes what happened and answers the changed one. No other code sets its status. */

import { isTerminal, move } from '../complex-orders/status.ts'
import { type Millis, SECOND } from '../kernel/time.ts'
import { nextSliceAt, sliceDueAt, type TwapOrder, type TwapSlice } from './twap-order.ts'

/** How late the message for a slice may come before the sweeper steps in. */
export const SLICE_GRACE = 5 * SECOND

/** How often a TWAP that waits for its next slice looks whether its market still trades. */
const LOOK_EVERY = 45 * SECOND

/** How often it looks whether a pause is over. */
const PAUSE_LOOK_EVERY = 15 * SECOND

/** The TWAP with the current state of some of its slices, also after its end: a late fill counts. */
export const updateSlices = (twap: TwapOrder, current: readonly TwapSlice[], now: Millis): TwapOrder => {
  const byId = new Map(current.map((slice) => [slice.orderId, slice]))
  const slices = twap.slices.map((slice) => {
    const next = byId.get(slice.orderId)
    return next === undefined || isSame(slice, next) ? slice : next
  })
  return slices.every((slice, place) => slice === twap.slices[place]) ? twap : { ...twap, slices, updatedAt: now }
}

/** Slice `index` is due: it is sent as `slice`; null when nothing is sent and its share goes with later ones. */
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
  // After the last slice its outcome decides how the TWAP ends. Where none was sent, it ends now.
  return { ...taken, dueAt: slice === null ? now : null }
}

/** Nothing is to be done before `until`; null: before a slice has changed. */
export const waitUntil = (twap: TwapOrder, until: Millis | null, now: Millis): TwapOrder => {
  if (isTerminal(twap.status)) return twap
  const isDue = twap.dueAt !== null && (nextSliceAt(twap) ?? now) <= now
  const dueAt = until !== null ? dueFor(until) : isDue ? null : twap.dueAt
  return dueAt === twap.dueAt ? twap : { ...twap, dueAt }
}

/** When to look at the market again before the next slice at `until`. Unchanged while that date is still ahead. */
export const nextCheckAt = (
  { dueAt }: Pick<TwapOrder, 'dueAt'>,
  until: Millis,
  isPaused: boolean,
  now: Millis,
): Millis => {
  const planned = dueAt === null ? now : dueAt - SLICE_GRACE
  const latest = isPaused ? now + PAUSE_LOOK_EVERY : Math.min(until, now + LOOK_EVERY)
  return planned > now && planned <= latest ? planned : latest
}

/** COMPLETED: all that can trade has traded. EXPIRED: its time is over, and it is short. */
export const endTwap = (twap: TwapOrder, as: 'COMPLETED' | 'EXPIRED', now: Millis): TwapOrder =>
  move(twap, as, { dueAt: null }, now)

/** Cancels it: no further slice is sent. Asking an open slice off the book is due. */
export const cancelTwap = (twap: TwapOrder, reason: string, now: Millis): TwapOrder =>
  move(twap, 'CANCELLED', { cancelReason: reason, dueAt: hasOpenSlice(twap) ? now : null }, now)

/** Its open slices have been asked off the book. */
export const settleTwap = (twap: TwapOrder): TwapOrder => (twap.dueAt === null ? twap : { ...twap, dueAt: null })

/** Whether a slice is open, so that the next one waits. */
export const hasOpenSlice = ({ slices }: Pick<TwapOrder, 'slices'>): boolean =>
  slices.some(({ state }) => state === 'open')

/** How long it is until its next look, in ms; null: there is none. */
export const nextCheckIn = ({ status, dueAt }: TwapOrder, now: Millis): number | null => {
  const at = (status === 'ACTIVE' || status === 'PENDING') && dueAt !== null ? dueAt - SLICE_GRACE : null
  return at === null ? null : Math.max(0, at - now)
}

/** A message is sent for it, and the sweeper gives that some time first. */
const dueFor = (until: Millis): Millis => until + SLICE_GRACE

const isSame = (one: TwapSlice, other: TwapSlice): boolean =>
  one.state === other.state &&
  one.qty === other.qty &&
  one.tradedQty === other.tradedQty &&
  one.tradedCost === other.tradedCost
