/** A trailing stop: it follows the best price that it has seen since it was armed, at a distance, and never goes back. */

import { largest, ONE, type Price, price, smallest } from '../kernel/numbers.ts'

/** `down` fires at or below its price, `up` at or above. */
export const TRIGGER_DIRECTIONS = ['down', 'up'] as const
export type TriggerDirection = (typeof TRIGGER_DIRECTIONS)[number]

export interface Trail {
  /** How far the stop stays behind the best price, in dollars per contract; above 0 and below 1. */
  readonly amount: Price
  /** The least that the stop moves: the price tick of what it watches. */
  readonly step: Price
}

/** A stop as far as it follows a price. */
export interface Trailing {
  readonly direction: TriggerDirection
  /** Null while it stands nowhere: no price was seen, or the trail is as wide as the price. */
  readonly stopPrice: Price | null
  readonly trail: Trail | null
}

/** Where a stop of that trail stands at a price of `at`; null where that is no price between 0 and 1. */
const standsBehind = (direction: TriggerDirection, amount: Price, at: Price): Price | null => {
  const stands = direction === 'down' ? at - amount : at + amount
  return stands > 0 && stands < ONE ? price(stands) : null
}

/** The one of two stop prices that the market reaches first; null only if both are. */
export const nearer = (direction: TriggerDirection, one: Price | null, other: Price | null): Price | null => {
  if (one === null || other === null) return one ?? other
  return direction === 'down' ? largest(one, other) : smallest(one, other)
}

/** Where the stop stands once it has seen a price of `at`. One without a trail stays where it is. */
export const followed = ({ direction, stopPrice, trail }: Trailing, at: Price): Price | null =>
  trail === null ? stopPrice : nearer(direction, stopPrice, standsBehind(direction, trail.amount, at))

/** Whether a stop that is stored at `from` has moved by its step or more. */
export const hasMoved = ({ step }: Trail, from: Price | null, to: Price | null): boolean =>
  to !== null && (from === null || Math.abs(to - from) >= step)

/** Whether the trail is as wide as what is left of the price on its side, so that its stop would stand nowhere. */
export const isTooWide = (buyFlag: boolean, amount: Price, at: Price): boolean =>
  standsBehind(buyFlag ? 'up' : 'down', amount, at) === null
