/** What the stops of a crowd watch: the newest quote of their market, and the trades that have reached any of them since it began. */

import { isRecent, type MadeTrade, type Quote } from '#domain/contingent/mark-price.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from '../watching/quote-memory.ts'
import { quoteOf } from '../watching/quote-of.ts'
import type { Crowd } from './crowd-memory.ts'

/** A crowd may take so long to fire. What has reached a stop of it fires that as long. */
const TRADES_COUNT_FOR = 20 * MINUTE

/** Takes the newest quote of the market, if a crowd has fired there or does. */
export const showCrowd = (
  { crowds, markets }: Pick<QuoteMemory, 'crowds' | 'markets'>,
  { svcId }: Pick<WatchedMarket, 'svcId'>,
  shown: ExchangeQuote,
  now: Millis,
): void => {
  const crowd = crowds.get(svcId)
  if (crowd === undefined) return
  crowd.shown = shown
  if (markets.get(svcId)?.watchesLast === false) return
  const counting = crowd.trades.filter(({ at }) => now - at <= TRADES_COUNT_FOR)
  crowd.trades = deciding([...counting, ...(shown.trades ?? []).filter((trade) => isRecent(trade, now))])
}

/** What its stops watch. */
export const quoteOfCrowd = ({ shown, trades }: Pick<Crowd, 'shown' | 'trades'>): Quote => ({
  ...quoteOf(shown),
  trades,
})

/** In their order the trades after which none was as low, or none as high: what the others have reached these reach too. */
const deciding = (trades: readonly MadeTrade[]): readonly MadeTrade[] => {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const newestFirst = trades.toSorted((one, other) => one.at - other.at).toReversed()
  return newestFirst
    .filter(({ price }) => {
      const decides = price < lowest || price > highest
      lowest = Math.min(lowest, price)
      highest = Math.max(highest, price)
      return decides
    })
    .toReversed()
}
