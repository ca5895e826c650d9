/**
 * Levels of public books from which a paper account has taken. A taking paper order does not change the public book. So the taken
 * quantity is remembered until the level shows another quantity, and no contract is taken twice.
 */

import { add, type Price, type Qty, remaining } from '../kernel/numbers.ts'
import type { Depth, Level } from '../markets/depth.ts'
import type { TakenLevel } from './paper-account.ts'

/** Most remembered levels of an account. The oldest are forgotten. */
const MOST_LEVELS = 200

/** Names one side of a market's book. */
export interface BookSide {
  readonly nativeId: string
  readonly isBid: boolean
}

/** Returns the levels of one side, best first, less what the account took from them. */
export const untakenLevels = (
  taken: readonly TakenLevel[],
  side: BookSide,
  levels: readonly Level[],
): readonly Level[] => {
  const known = taken.filter((one) => isOnSide(one, side))
  if (known.length === 0) return levels
  return levels.flatMap((level) => {
    const one = known.find(({ price, displayed }) => price === level.price && displayed === level.qty)
    const left = one === undefined ? level.qty : remaining(level.qty, one.qty)
    return left > 0 ? [{ price: level.price, qty: left }] : []
  })
}

/** Forgets the levels of a market that its book does not show any more, or shows with another quantity. */
export const forgetChanged = (
  taken: readonly TakenLevel[],
  nativeId: string,
  { bids, asks }: Depth,
): readonly TakenLevel[] => {
  const isShown = ({ isBid, price, displayed }: TakenLevel): boolean =>
    (isBid ? bids : asks).some((level) => level.price === price && level.qty === displayed)
  const kept = taken.filter((one) => one.nativeId !== nativeId || isShown(one))
  return kept.length === taken.length ? taken : kept
}

/** Remembers the taken quantities. `levels` is the side of the public book. */
export const rememberTaken = (
  taken: readonly TakenLevel[],
  side: BookSide,
  levels: readonly Level[],
  took: readonly Level[],
): readonly TakenLevel[] => {
  const next = [...taken]
  for (const { price, qty } of took) {
    const displayed = displayedAt(levels, price)
    if (displayed === null) continue
    const place = next.findIndex((one) => isOnSide(one, side) && one.price === price && one.displayed === displayed)
    const before = next[place]
    if (before === undefined) next.push({ ...side, price, displayed, qty })
    else next[place] = { ...before, qty: add(before.qty, qty) }
  }
  return next.slice(-MOST_LEVELS)
}

/** Returns the quantity that a book shows at a price; null without that level. */
export const displayedAt = (levels: readonly Level[], at: Price): Qty | null =>
  levels.find(({ price }) => price === at)?.qty ?? null

const isOnSide = (one: TakenLevel, { nativeId, isBid }: BookSide): boolean =>
  one.nativeId === nativeId && one.isBid === isBid
