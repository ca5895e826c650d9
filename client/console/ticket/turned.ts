/** The ticket for another side or outcome. A limit and an exit of a purchase are none of a sale, and a price of YES is none of NO. */

import type { Draft } from './draft.ts'

export const turned = (before: Draft, part: Partial<Pick<Draft, 'side' | 'outcome'>>): Draft => {
  const next = { ...before, ...part }
  if (next.side === before.side && next.outcome === before.outcome) return before
  const stop = next.outcome === before.outcome ? {} : { stopPrice: '' }
  return { ...next, price: '', isPriceOwn: false, takeProfit: '', stopLoss: '', ...stop }
}
