/** Messages of a stream about a market: the fields that its GET shows. */

import { type Millis, toIso } from '#domain/kernel/time.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { marketChannelText } from '#domain/streams/market-channel.ts'
import { toOrderbookRecord } from '../markets/orderbook-record.ts'
import { toQuoteRecord } from '../markets/quote-record.ts'
import { toTradeRecord } from '../markets/trade-record.ts'

type Word = {
  readonly svcId: number
  readonly isSnapshot: boolean
  readonly message: string | null
} & (
  | { readonly name: 'quotes'; readonly quote: Parameters<typeof toQuoteRecord>[0]['quote'] }
  | { readonly name: 'book'; readonly book: (Depth & { readonly at: Millis }) | null }
  | {
      readonly name: 'trades'
      readonly tape: {
        readonly trades: readonly PublicTrade[]
        readonly hasMore: boolean
        readonly asOf: Millis | null
      }
    }
)

const LEVELS = 10

/** One message of a channel of a market, sent at `now`. `data` is null while nothing is known. Then `message` says why. */
export const toMarketText = (word: Word, now: Millis): string =>
  JSON.stringify({
    op: 'event',
    channel: marketChannelText(word),
    type: TYPES[word.name],
    timestamp: toIso(now),
    snapshot: word.isSnapshot,
    message: word.message,
    data: dataOf(word),
  })

const TYPES = { quotes: 'quote', book: 'book', trades: 'trades' } as const

const dataOf = (word: Word): object | null => {
  const { svcId, message } = word
  switch (word.name) {
    case 'quotes':
      return toQuoteRecord({ svcId, quote: word.quote, message })
    case 'book':
      return word.book === null ? null : { ...toOrderbookRecord(svcId, word.book, LEVELS), message }
    case 'trades': {
      const { trades, hasMore, asOf } = word.tape
      if (asOf === null) return null
      return { svc_id: svcId, trades: trades.map(toTradeRecord), has_more: hasMore, as_of: toIso(asOf) }
    }
  }
}
