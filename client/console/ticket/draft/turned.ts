/** The ticket for another side or outcome. A price of YES is none of NO, and an exit of a purchase is none of a sale. */

import type { Draft } from './draft.ts'

export const turned = (before: Draft, part: Partial<Pick<Draft, 'side' | 'outcome'>>): Draft => {
  const next = { ...before, ...part }
  if (next.side === before.side && next.outcome === before.outcome) return before
  const other = next.outcome === before.outcome ? {} : { price: '', isPriceOwn: false, stopPrice: '' }
  return { ...next, takeProfit: '', stopLoss: '', ...other }
}
