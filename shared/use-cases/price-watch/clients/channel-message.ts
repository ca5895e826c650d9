/** Makes the message of a channel from the view of its market. */

import type { Millis } from '#domain/kernel/time.ts'
import type { MarketChannelName } from '#domain/streams/market-channel.ts'
import type { ExchangeQuote, OrderBook, Tape } from '#ports/exchanges/market-data-source.ts'
import { messageOn } from '../../markets/read-quotes.ts'
import { type MarketView, TRADES_AT_FIRST } from './market-view.ts'

interface Base {
  readonly svcId: number
  /** True if the message has the whole state, for a new stream; false if it has the changes. Quotes and books are always whole. */
  readonly isSnapshot: boolean
  readonly message: string | null
}

/** One message to the streams that follow a channel of a market. A null is unknown. */
export type ChannelMessage = Base &
  (
    | { readonly name: 'quotes'; readonly quote: ExchangeQuote | null }
    | { readonly name: 'book'; readonly book: OrderBook | null }
    | { readonly name: 'trades'; readonly tape: ShownTape }
  )

type ShownTape = Omit<Tape, 'asOf'> & { readonly asOf: Millis | null }

/** Returns null while nothing is known, not even why. */
export const channelMessage = (
  view: MarketView,
  name: MarketChannelName,
  isSnapshot: boolean,
): ChannelMessage | null => {
  const { market, quote, words } = view
  const message = [words, quote === null ? null : messageOn(quote)].filter((part) => part !== null).join(' ') || null
  const base: Base = { svcId: market.svcId, isSnapshot, message }
  if (name === 'quotes') return quote === null && words === null ? null : { ...base, name, quote }
  return name === 'book' ? bookMessage(view, base) : tradesMessage(view, base)
}

const bookMessage = ({ book, words }: MarketView, base: Base): ChannelMessage | null => {
  if (book === null && words === null) return null
  return { ...base, name: 'book', book: book === null ? null : { ...book.depth(), at: book.at } }
}

const tradesMessage = (view: MarketView, base: Base): ChannelMessage | null => {
  const { tape, fresh, words } = view
  const name = 'trades'
  if (!tape.isRead && (base.isSnapshot || fresh.length === 0))
    return words === null ? null : { ...base, name, tape: NOT_READ }
  if (base.isSnapshot) return { ...base, name, tape: snapshotOf(view) }
  return { ...base, name, tape: { trades: fresh, hasMore: false, asOf: tape.asOf } }
}

const snapshotOf = ({ tape: { trades, hasMore, asOf } }: MarketView): ShownTape => ({
  trades: trades.slice(0, TRADES_AT_FIRST),
  hasMore: hasMore || trades.length > TRADES_AT_FIRST,
  asOf,
})

const NOT_READ: ShownTape = { trades: [], hasMore: false, asOf: null }
