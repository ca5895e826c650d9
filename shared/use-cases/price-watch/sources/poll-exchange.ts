/** Polls the prices of the watched markets of one exchange, and compares them with the armed stops. */

import { chunked } from '#domain/kernel/chunked.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { ViewListener } from '../clients/view-listener.ts'
import { type CompareMarketDeps, compareMarket } from '../compare/compare-market.ts'
import { closedMarkets, endClosed } from '../fire/end-closed.ts'
import { type ForgetMarketDeps, forgetMarket } from '../forget-unwatched.ts'
import { PRICE_WATCH_LOG } from '../log-messages.ts'
import { marketMemory, recordTrade } from '../watch-state.ts'
import { type FeedHealthDeps, reportUnpriced } from './feed-health.ts'
import { missedTrades } from './missed-trades.ts'
import type { PriceStreams } from './price-streams.ts'

export type PolledExchange = Pick<MarketDataSource, 'name' | 'quotes' | 'lastTrade' | 'marketStates' | 'tradesSince'>

export interface PollExchangeDeps extends CompareMarketDeps, FeedHealthDeps, Pick<ForgetMarketDeps, 'complexOrders'> {
  readonly exchanges: (name: ExchangeName) => PolledExchange | null
}

/** One poll of all exchanges. */
export interface Poll {
  readonly patienceMs: number
  readonly live: PriceStreams | null
  readonly views: ViewListener | null
  readonly beganAt: Millis
}

/** Markets in one call of the port: a failed call does not affect the other calls. */
const QUOTES_AT_ONCE = 500
const MARKETS_AT_ONCE = 32

/** Returns why the exchange did not answer for some of the markets, or null. A failed poll is no failure if the streams show every market. */
export const pollExchange = async (
  deps: PollExchangeDeps,
  name: ExchangeName,
  markets: readonly WatchedMarket[],
  poll: Poll,
): Promise<string | null> => {
  const { live } = poll
  const exchange = deps.exchanges(name)
  const failure = exchange === null ? NOT_SET_UP : await pollBatches(deps, exchange, markets, poll)
  const failing = live !== null && markets.every((market) => live.isLive(market)) ? null : failure
  const armed = markets.filter(isArmed)
  reportUnpriced(deps, name, armed)
  await mapConcurrent(MARKETS_AT_ONCE, armed, (market) => forgetMarket(deps, market))
  return failing
}

const NOT_SET_UP = 'The exchange is not set up here.'

/** Returns why a call failed, or null. An exchange that answers has not failed when the time is over: the next poll reads the other markets. */
const pollBatches = async (
  deps: PollExchangeDeps,
  exchange: PolledExchange,
  markets: readonly WatchedMarket[],
  poll: Poll,
): Promise<string | null> => {
  const signal = AbortSignal.timeout(poll.patienceMs)
  let answered = 0
  let failed: string | null = null
  const isTimeOver = (): boolean => signal.aborted && answered > 0
  for (const batch of chunked(poll.live?.toPoll(markets) ?? markets, QUOTES_AT_ONCE)) {
    if (isTimeOver()) break
    const reader = deps.memory.readers.get(exchange.name) ?? null
    const failure = await pollBatch({ deps, exchange, reader, markets: batch, poll, signal })
    if (failure === null) answered += 1
    else if (isTimeOver()) break
    else failed = failure
    for (const { svcId } of batch) marketMemory(deps.memory, svcId, poll.beganAt).requestedAt = deps.clock()
  }
  return failed
}

/** One call for quotes. */
interface Batch {
  readonly deps: PollExchangeDeps
  readonly exchange: PolledExchange
  /** Account for which the exchange is asked. */
  readonly reader: ExchangeAccount | null
  readonly markets: readonly WatchedMarket[]
  readonly poll: Poll
  readonly signal: AbortSignal
}

/** Returns why the exchange did not answer, or null. */
const pollBatch = async (batch: Batch): Promise<string | null> => {
  const { deps, exchange, markets, poll } = batch
  forgetQuotes(batch)
  try {
    const quotes = await readQuotes(batch)
    await takeQuotes(batch, quotes)
    await endUnquoted(
      batch,
      markets.filter((market) => isArmed(market) && !quotes.has(market.nativeId)),
    )
    return null
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    deps.log.warn(PRICE_WATCH_LOG.pricesUnavailable, { exchange: exchange.name, error: error.message })
    deps.log.metric('PricesUnavailable', 1, { exchange: exchange.name })
    for (const market of markets) poll.views?.onUnanswered(market)
    return error.message
  }
}

/** The quote of the last poll is no price while the exchange does not answer. */
const forgetQuotes = ({ deps, markets, poll }: Batch): void => {
  for (const market of markets)
    if (!poll.live?.isLive(market)) marketMemory(deps.memory, market.svcId, deps.clock()).seen = null
}

const readQuotes = async ({
  exchange,
  reader,
  markets,
  signal,
}: Batch): Promise<ReadonlyMap<string, ExchangeQuote>> => {
  const names = markets.map(({ nativeId }) => nativeId)
  const quotes = await exchange.quotes(names, signal, reader)
  return new Map(quotes.map((quote) => [quote.nativeId, quote]))
}

/** Compares each quote, together with the trades that no stream reported. */
const takeQuotes = async (batch: Batch, quotes: ReadonlyMap<string, ExchangeQuote>): Promise<void> => {
  const { deps, exchange, markets, poll, signal } = batch
  const { live, views } = poll
  const polled = markets.flatMap((market) => {
    const shown = quotes.get(market.nativeId)
    return shown === undefined ? [] : [{ market, shown }]
  })
  const isStreamed = (market: WatchedMarket): boolean => live?.showsTrades(market) ?? false
  const missed = missedTrades(deps, exchange, { polled, isStreamed, signal })
  await mapConcurrent(MARKETS_AT_ONCE, markets, async (market) => {
    const shown = quotes.get(market.nativeId)
    if (shown === undefined) return views?.onPolled(market, null, false)
    const checked = live?.check(market, shown) ?? shown
    const unseen = await missed(market)
    await takeQuote(
      batch,
      market,
      unseen.length === 0 ? checked : { ...checked, trades: [...(checked.trades ?? []), ...unseen] },
    )
  })
}

const takeQuote = async (
  { deps, exchange, reader, poll: { live, views } }: Batch,
  market: WatchedMarket,
  quote: ExchangeQuote,
): Promise<void> => {
  const lastTrade = (until: AbortSignal) => exchange.lastTrade(market.nativeId, until, reader)
  const memory = marketMemory(deps.memory, market.svcId, deps.clock())
  memory.seen = { shown: quote, lastTrade }
  views?.onPolled(market, quote, live?.isLive(market) ?? false)
  if (!isArmed(market)) return
  memory.over = quote.state === 'closed'
  if (!memory.over) recordTrade(memory, quote)
  await safely(deps, market, () => (memory.over ? endClosed(deps, market) : compareMarket(deps, market, quote)))
}

const endUnquoted = async ({ deps, exchange, signal }: Batch, markets: readonly WatchedMarket[]): Promise<void> => {
  for (const market of await closedMarkets(deps, exchange, markets, signal)) {
    marketMemory(deps.memory, market.svcId, deps.clock()).over = true
    await safely(deps, market, () => endClosed(deps, market))
  }
}

/** A failure affects only its own market. The next poll compares the market again. */
const safely = async (deps: PollExchangeDeps, market: WatchedMarket, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    deps.log.error('market not watched', { svcId: market.svcId, error: String(error) })
    deps.log.metric('MarketsNotWatched', 1, { exchange: market.exchange })
  }
}
