/** The tape with the trade of an event of the stream; null if there is none in it, or no tape yet. */

import type { components } from '../../../openapi-types.ts'

type Tape = components['schemas']['GetTradesReply']
type Trade = components['schemas']['Trade']

/** As many as the tape shows. */
const SHOWN = 40

export const withTrade = (event: unknown, before: Tape | null): Tape | null => {
  if (before === null || !isTrade(event)) return null
  if (before.trades.some(({ trade_id }) => trade_id === event.trade_id)) return before
  const as_of = event.timestamp > before.as_of ? event.timestamp : before.as_of
  return { ...before, as_of, trades: [event, ...before.trades].slice(0, SHOWN) }
}

const isTrade = (event: unknown): event is Trade => typeof event === 'object' && event !== null && 'trade_id' in event
