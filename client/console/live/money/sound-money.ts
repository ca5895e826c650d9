/**
 * Positions and cash of each subaccount that belong together. Cash that does not count the last fill yet would show a gain that is none. Cash
 * that counts a fill before the positions do would show a loss. The pair of before stays for those seconds.
 */

import type { components } from '../../../openapi-types.ts'
import type { Position } from '../../api/types.ts'

interface Pair {
  readonly positions: readonly Position[]
  readonly cash: readonly components['schemas']['Balance'][]
  /** When it was read, in Unix milliseconds. */
  readonly at: number
  /** Both are known, and count the same fills and payouts. */
  readonly isSound: boolean
}

/** By subaccount. */
export type Money = Readonly<Record<string, Pair>>

/** A program that trades without a pause must not stop the figures. A deposit shows as soon as the positions have been read anew: within 20 s. */
const LONGEST_MS = 20_000

export const soundMoney = (before: Money, now: Money): Money =>
  Object.fromEntries(
    Object.entries(now).map(([id, pair]) => {
      const last = before[id]
      const stays = last?.isSound === true && !pair.isSound && pair.at - last.at < LONGEST_MS
      return [id, stays ? last : pair]
    }),
  )
