/** The most contracts that the ticket can order, by the position and the free cash, fees included. */

import { readCents } from '../../format/price.ts'
import type { View } from '../fields/fields-props.ts'
import { USUAL_SLIPPAGE } from '../usual-slippage.ts'
import type { Draft } from './draft.ts'
import { sizing } from './sizing.ts'

/** Null while it is not known. A sale is at most the position: the largest short would be no way to close one. */
export const maxOf = (draft: Draft, { book, lot, facts, mark }: Omit<View, 'qty' | 'steps'>): number | null => {
  if (facts.held === null) return null
  const held = draft.outcome === 'yes' ? facts.held : -facts.held
  const isBuy = draft.side === 'buy'
  const closable = sizing.part(Math.max(0, isBuy ? -held : held), 1, lot)
  if (draft.reduceOnly || !isBuy) return closable
  if (facts.cash === null) return null
  const terms = { feeRate: facts.feeRate, lot }
  if (draft.kind === 'MARKET') {
    const beyond = readCents(draft.maxSlippage).value ?? USUAL_SLIPPAGE
    return sum(closable, sizing.from(facts.cash, book.asks, terms, beyond).qty)
  }
  const limit = readCents(draft.price).value ?? readCents(draft.stopPrice).value ?? mark
  if (limit === null) return null
  return sum(closable, sizing.at(facts.cash, limit, terms))
}

const sum = (a: number, b: number): number => Math.round((a + b) * 1_000_000) / 1_000_000
