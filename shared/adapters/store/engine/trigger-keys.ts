/** Keys of the `trigger` index: armed stops of an instrument, by direction and price. */

import type { Trailing, TriggerDirection } from '#domain/contingent/trigger/trailing.ts'
import { hashOf } from '#domain/kernel/hash.ts'
import { ONE, type Price, price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'

/** Partition of the armed stops of an instrument. */
export const triggerPartition = (svcId: number): string => String(svcId)

/** Beginning of a sort key: direction and price. */
const triggerSort = (direction: TriggerDirection, stopPrice: Price): string =>
  `${direction === 'down' ? DOWN : UP}${digits(stopPrice)}`

/** Armed stop as its sort key describes it. Parts that an earlier version did not store are null. */
export interface Armed extends Trailing {
  readonly madeAt: Millis | null
  readonly armedAt: Millis | null
}

/**
 * Sort key of an armed stop: direction, price, trail, age, a short name of its user, and the time from its creation to its arming. Versions
 * before 1.0.0 query the index by price; the key keeps this form for them. On the way down the age is stored as its complement. A trailing
 * stop without a level has a price that is never reached. A stop without a trail has the widest trail, with which it would never move.
 */
export const armedSort = (stop: SortedStop): string => {
  const { direction, stopPrice, trail, createdAt, armedAt, userId } = stop
  const sort = triggerSort(direction, stopPrice ?? price(direction === 'down' ? 0 : ONE))
  const { amount, step } = trail ?? NEVER_MOVES
  const armed = Math.max(0, armedAt - createdAt).toString(36)
  return `${sort}${TRAIL}${digits(amount)}${digits(step)}${ageDigits(direction, createdAt)}${ownerOf(userId)}${armed}`
}

type SortedStop = Trailing & {
  readonly createdAt: Millis
  readonly armedAt: Millis
  readonly userId: string
}

/** Wider than the trail of any trailing stop. */
const NEVER_MOVES = { amount: price(ONE), step: price(ONE) }

/** Versions before 1.0.0 read stops on the way down in reverse order. */
const ageDigits = (direction: TriggerDirection, at: Millis): string =>
  String(direction === 'down' ? LATEST - at : at).padStart(AGE_DIGITS, '0')

const AGE_DIGITS = 13
const LATEST = 10 ** AGE_DIGITS - 1

const ownerOf = (userId: string): string => hashOf(userId).toString(36).padStart(OWNER_LETTERS, '0')

const OWNER_LETTERS = 7

export const triggerOf = (sort: string): Armed => {
  const at = (place: number): Price => price(Number(sort.slice(place, place + DIGITS)))
  const direction = sort.startsWith(DOWN) ? 'down' : 'up'
  const stopPrice = at(1)
  const hasTrail = sort.length > 1 + DIGITS
  const trail = hasTrail ? { amount: at(2 + DIGITS), step: at(2 + 2 * DIGITS) } : null
  const isTrailing = trail !== null && trail.amount < NEVER_MOVES.amount
  const age = sort.slice(AGE_AT, OWNER_AT)
  const madeAt = age === '' ? null : direction === 'down' ? LATEST - Number(age) : Number(age)
  const armed = sort.slice(ARMED_AT)
  return {
    direction,
    stopPrice: isTrailing && (stopPrice === 0 || stopPrice === ONE) ? null : stopPrice,
    trail: isTrailing ? trail : null,
    madeAt,
    armedAt: madeAt === null || armed === '' ? null : madeAt + Number.parseInt(armed, 36),
  }
}

const DIGITS = 7
const AGE_AT = 2 + 3 * DIGITS
const OWNER_AT = AGE_AT + AGE_DIGITS
const ARMED_AT = OWNER_AT + OWNER_LETTERS
const digits = (at: Price): string => String(at).padStart(DIGITS, '0')

const TRAIL = 't'

const DOWN = 'd'
const UP = 'u'
