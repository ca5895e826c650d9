/** A trailing stop: it follows the best price since its arming, at a distance, and never moves back. */

import { largest, ONE, type Price, price, smallest } from '../../kernel/numbers.ts'

/** `down` fires at or below its price, `up` at or above. */
export const TRIGGER_DIRECTIONS = ['down', 'up'] as const
export type TriggerDirection = (typeof TRIGGER_DIRECTIONS)[number]

export interface Trail {
  /** Distance of the stop from the best price, in dollars per contract; above 0 and below 1. */
  readonly amount: Price
  /** Smallest move of the stop: the price tick of its market. */
  readonly step: Price
}

/** The fields of a stop that follow a price. */
export interface Trailing {
  readonly direction: TriggerDirection
  /** The current level; null before the first price, and while the trail is as wide as the price. */
  readonly stopPrice: Price | null
  readonly trail: Trail | null
}

/** The level of the stop at a price of `at`; null outside of 0 to 1. */
const standsBehind = (direction: TriggerDirection, amount: Price, at: Price): Price | null => {
  const level = direction === 'down' ? at - amount : at + amount
  return level > 0 && level < ONE ? price(level) : null
}

/** Returns the stop price that the market reaches first; null only if both are null. */
export const nearer = (direction: TriggerDirection, one: Price | null, other: Price | null): Price | null => {
  if (one === null || other === null) return one ?? other
  return direction === 'down' ? largest(one, other) : smallest(one, other)
}

/** Returns the level of the stop after a price of `at`. A fixed stop keeps its price. */
export const followed = ({ direction, stopPrice, trail }: Trailing, at: Price): Price | null =>
  trail === null ? stopPrice : nearer(direction, stopPrice, standsBehind(direction, trail.amount, at))

/** Returns whether a stop with the stored level `from` has moved by its step or more. */
export const hasMoved = ({ step }: Trail, from: Price | null, to: Price | null): boolean =>
  to !== null && (from === null || Math.abs(to - from) >= step)

/** Returns whether the trail is as wide as the price on its side, so that its stop would have no level. */
export const isTooWide = (buyFlag: boolean, amount: Price, at: Price): boolean =>
  standsBehind(buyFlag ? 'up' : 'down', amount, at) === null
