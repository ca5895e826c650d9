/** Finds out whether a limit order may trade far beyond the best price, as one kept from the other side of the ticket would. */

import { readCents } from '../../format/price.ts'
import { type Draft, rests } from '../draft/draft.ts'
import type { Book } from '../draft/mirror.ts'
import { USUAL_SLIPPAGE } from '../usual-slippage.ts'

interface BeyondBest {
  /** In dollars of the outcome. */
  readonly limit: number
  readonly best: number
}

/** Null if the order rests, or trades no farther than a MARKET order would by default. `book` has prices of the outcome. */
export const beyondBest = ({ kind, side, price, postOnly, timeInForce }: Draft, book: Book): BeyondBest | null => {
  if (kind !== 'LIMIT' || (postOnly && rests(timeInForce))) return null
  const best = (side === 'buy' ? book.asks : book.bids)[0]?.price
  const limit = readCents(price).value
  if (best === undefined || limit === null) return null
  const beyond = side === 'buy' ? limit - best : best - limit
  return Math.round(beyond * 1_000_000) > USUAL_SLIPPAGE * 1_000_000 ? { limit, best } : null
}
