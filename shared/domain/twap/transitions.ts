/** How a TWAP changes: each function takes what happened and answers it as it then is. No other code sets its state. */

import { COMPLEX_ORDER_MOVES, type ComplexOrderStatus, isTerminal } from '../contingent/status.ts'
import { MINUTE, type Millis, SECOND } from '../kernel/time.ts'
import { nextSliceAt, sliceDueAt, type TwapOrder, type TwapSlice } from './twap-order.ts'

/** How late the message of a slice may come before the sweeper steps in. */
export const SLICE_GRACE = 5 * SECOND

/** No message waits longer in its queue (SQS `DelaySeconds`); what lies further ahead is the sweeper's alone. */
const LONGEST_DELAY = 15 * MINUTE

/** What has become of its slices. Facts are taken also when it is over: a fill that comes late counts. */
export const updateSlices = (twap: TwapOrder, heard: readonly TwapSlice[], now: Millis): TwapOrder => {
  const news = new Map(heard.map((slice) => [slice.orderId, slice]))
  const slices = twap.slices.map((slice) => {
    const next = news.get(slice.orderId)
    return next === undefined || isSame(slice, next) ? slice : next
  })
  return slices.every((slice, place) => slice === twap.slices[place]) ? twap : { ...twap, slices, updatedAt: now }
}

/** The time of slice `index` has come: it is sent as `slice`, or nothing is (null) and its share goes with later ones. */
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
  if (index + 1 < twap.terms.slices)
    return { ...taken, dueAt: dueFor(taken, sliceDueAt(twap.terms, startedAt, index + 1)) }
  // After the last one its news decides how the TWAP ends; where none was sent, nothing more is to come.
  return { ...taken, dueAt: slice === null ? now : null }
}

/** Nothing is to be done before `until`. Null: before there is news of a slice, whatever is due meanwhile. */
export const waitUntil = (twap: TwapOrder, until: Millis | null, now: Millis): TwapOrder => {
  if (isTerminal(twap.status)) return twap
  const isDue = twap.dueAt !== null && (nextSliceAt(twap) ?? now) <= now
  const dueAt = until !== null ? dueFor(twap, until) : isDue ? null : twap.dueAt
  return dueAt === twap.dueAt ? twap : { ...twap, dueAt }
}

/** COMPLETED: all has traded that can be. EXPIRED: its time is over, and it is short. */
export const endTwap = (twap: TwapOrder, as: 'COMPLETED' | 'EXPIRED', now: Millis): TwapOrder =>
  move(twap, as, { dueAt: null }, now)

/** No further slice goes out. One that may be at the exchange is asked off its book: that is due. */
export const cancelTwap = (twap: TwapOrder, reason: string, now: Millis): TwapOrder =>
  move(twap, 'CANCELLED', { cancelReason: reason, dueAt: hasOpenSlice(twap) ? now : null }, now)

/** Its slices have been asked off the book. */
export const settleTwap = (twap: TwapOrder): TwapOrder => (twap.dueAt === null ? twap : { ...twap, dueAt: null })

export const hasOpenSlice = ({ slices }: Pick<TwapOrder, 'slices'>): boolean =>
  slices.some(({ state }) => state === 'open')

/** How long the message for its next slice has to wait; null: there is none, or it lies so far ahead that the sweeper does it. */
export const nextSliceIn = (twap: TwapOrder, now: Millis): number | null => {
  const at = twap.status === 'ACTIVE' ? nextSliceAt(twap) : null
  return at === null || at - now > LONGEST_DELAY ? null : Math.max(0, at - now)
}

/** A slice that a message announces is the sweeper's only when that got lost. */
const dueFor = ({ terms }: TwapOrder, until: Millis): Millis =>
  terms.durationMs / terms.slices > LONGEST_DELAY ? until : until + SLICE_GRACE

const isSame = (one: TwapSlice, other: TwapSlice): boolean =>
  one.state === other.state &&
  one.qty === other.qty &&
  one.tradedQty === other.tradedQty &&
  one.tradedCost === other.tradedCost

/** The same object when the move is not legal: what is over stays as it ended. */
const move = (twap: TwapOrder, to: ComplexOrderStatus, change: Partial<TwapOrder>, now: Millis): TwapOrder =>
  COMPLEX_ORDER_MOVES[twap.status].includes(to) ? { ...twap, ...change, status: to, updatedAt: now } : twap
