/** The tape with the trades of an event of the stream; null if there are none in it. */

import type { components } from '../../../../openapi-types.ts'

export type Tape = components['schemas']['GetTradesReply']

/** As many as the tape shows. */
const SHOWN = 40

export const withTrades = (event: unknown, before: Tape | null): Tape | null => {
  if (!isTape(event)) return null
  if (before === null) return event
  const known = new Set(before.trades.map(({ trade_id }) => trade_id))
  const added = event.trades.filter(({ trade_id }) => !known.has(trade_id))
  // A snapshot repeats known trades. ISO times sort as they stand.
  const trades = [...added, ...before.trades].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
  return { ...before, as_of: event.as_of > before.as_of ? event.as_of : before.as_of, trades: trades.slice(0, SHOWN) }
}

const isTape = (event: unknown): event is Tape => typeof event === 'object' && event !== null && 'trades' in event
