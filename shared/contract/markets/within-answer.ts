/** Keeps a list of markets within what one answer may hold. */

import { bytesInAnswer } from '../kernel/lists/bytes-in-answer.ts'
import { MOST_LIST_BYTES } from '../kernel/lists/most-list-bytes.ts'

/** Characters that are left of each description, until it fits. */
const LENGTHS = [10_000, 5_000, 2_000, 1_000, 500, 200, 0] as const

/** Returns the same markets. If they are too long together, the longest descriptions are cut, and end with `…`. */
export const withinAnswer = <Record extends { readonly description: string }>(markets: readonly Record[]): Record[] => {
  const shortest = [Number.POSITIVE_INFINITY, ...LENGTHS].find(
    (length) => bytesInAnswer(cut(markets, length)) <= MOST_LIST_BYTES,
  )
  return cut(markets, shortest ?? 0)
}

const cut = <Record extends { readonly description: string }>(markets: readonly Record[], length: number): Record[] =>
  markets.map((market) =>
    market.description.length <= length
      ? market
      : // Half of a surrogate pair is no text.
        { ...market, description: `${market.description.slice(0, length).toWellFormed()}…` },
  )
