/** The markets whose quotes value the most money, in a stable order. */

import type { Position } from '../../api/types.ts'

/** Quotes of so many markets are asked for at once. */
const MOST = 50

export const valuedFirst = (positions: readonly Position[]): readonly number[] => {
  const open = positions.filter(({ position, settlement }) => position !== 0 && settlement === null)
  const bySize = open.toSorted((a, b) => Math.abs(b.market_value ?? 0) - Math.abs(a.market_value ?? 0))
  return [...new Set(bySize.map(({ svc_id }) => svc_id))].slice(0, MOST).toSorted((a, b) => a - b)
}
