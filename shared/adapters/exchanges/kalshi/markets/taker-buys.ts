/** Sides of a public trade (Kalshi reference, section 5.3). */

interface Sides {
  readonly taker_book_side?: string | null | undefined
  readonly taker_outcome_side?: string | null | undefined
  readonly taker_side?: string | null | undefined
}

/**
 * Returns true if the taker bought YES. A taker from the asks of the YES book buys YES, or sells NO. Null if the
 * exchange does not report the side, or by another word.
 */
export const takerBuys = ({
  taker_book_side: book,
  taker_outcome_side: outcome,
  taker_side: old,
}: Sides): boolean | null => {
  const side = book || outcome || old || ''
  if (['bid', 'yes'].includes(side)) return true
  return ['ask', 'no'].includes(side) ? false : null
}
