/** The mark that stops watch, as the service finds it. */

import { middle } from './middle.ts'

interface Touch {
  readonly bid: number | null
  readonly ask: number | null
  /** The last trade, whenever it was. */
  readonly last: number | null
}

/** The middle of a book whose sides are close, else the last trade held within them; null without either. */
export const markOf = ({ bid, ask, last }: Touch): number | null => {
  const between = bid === null || ask === null || ask < bid ? null : middle(bid, ask)
  if (between !== null) return between
  return last === null ? null : Math.min(Math.max(last, Math.min(bid ?? 0, ask ?? 1)), Math.max(bid ?? 0, ask ?? 1))
}
