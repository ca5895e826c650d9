/** The queue at one price of a public book: the quantity ahead of an order, and how trades and cancels shorten it. */

import { minus, type Qty, qty, remaining, smallest } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

export interface Queue {
  /** Public quantity ahead of the order. */
  readonly ahead: Qty
  /** Public quantity at the price as last applied, ahead of the order and behind it. */
  readonly displayed: Qty
  /** Later books that wait until all earlier trades are known, oldest first. */
  readonly seen: readonly SeenLevel[]
}

/** The public quantity that a book showed at the price. */
export interface SeenLevel {
  readonly at: Millis
  readonly displayed: Qty
}

/** Most books that wait. Further ones replace the last. */
const MOST_SEEN = 8

/** Joins the end of the queue: everything displayed is ahead. */
export const joinQueue = (displayed: Qty): Queue => ({ ahead: displayed, displayed, seen: [] })

/** Adds a book that is applied later. The same queue if the book shows no change. */
export const seeLevel = (queue: Queue, level: SeenLevel): Queue => {
  const last = queue.seen.at(-1) ?? null
  if (last !== null && level.at <= last.at) return queue
  if (level.displayed === (last ?? queue).displayed) return queue
  const kept = queue.seen.length < MOST_SEEN ? queue.seen : queue.seen.slice(0, -1)
  return { ...queue, seen: [...kept, level] }
}

/**
 * Applies the oldest waiting book. Quantity that has left without a trade was cancelled, ahead of the order and behind it in proportion. A larger
 * quantity has joined behind.
 */
export const applySeen = (queue: Queue): Queue => {
  const [level, ...seen] = queue.seen
  if (level === undefined) return queue
  const { displayed } = level
  if (displayed >= queue.displayed || queue.displayed === 0) {
    return { ahead: smallest(queue.ahead, displayed), displayed, seen }
  }
  const left = (BigInt(queue.ahead) * BigInt(displayed)) / BigInt(queue.displayed)
  return { ahead: smallest(qty(Number(left)), displayed), displayed, seen }
}

/** Takes a traded quantity from the front of the queue. Returns the rest of the trade too. */
export const eatQueue = (queue: Queue, traded: Qty): { readonly queue: Queue; readonly left: Qty } => {
  const eaten = smallest(queue.ahead, traded)
  return {
    queue: { ...queue, ahead: minus(queue.ahead, eaten), displayed: remaining(queue.displayed, traded) },
    left: minus(traded, eaten),
  }
}
