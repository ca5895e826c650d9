/**
 * One look at the prices of every market with an armed stop. Stops whose price is reached go to the trigger queue, where each fires
 * once. What one look misses the next one finds.
 */

import { chunked } from '#domain/kernel/chunked.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { WatchPart } from '#domain/price-watch/watch-part.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchedBasket, WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import { endMarket } from '../../contingent/end/end-market.ts'
import { atOnce } from '../../kernel/at-once.ts'
import type { ToldListeners } from '../clients/client-streams.ts'
import { type ReadStopsDeps, readStops } from '../compare/armed-stops.ts'
import { type WatchBasketDeps, watchBasket } from '../compare/compare-basket.ts'
import { compareShares } from '../compare/compare-baskets.ts'
import { compareMarket, sendAgain } from '../compare/compare-market.ts'
import { keepLateShares, type TrackSharesDeps } from '../compare/late-users.ts'
import { storeTrails } from '../compare/trailing-stops.ts'
import { forgetEmpty } from '../forget-unwatched.ts'
import { type ReadWatchedDeps, readWatched } from '../watch-list.ts'
import { marketMemory, noteTrade, type QuoteMemory } from '../watch-state.ts'
import { keepFeed, reportUnpriced, type TrackFeedDeps } from './feed-health.ts'
import { missedTrades } from './missed-trades.ts'
import type { FollowedStreams } from './price-streams.ts'

export interface WatchPricesDeps
  extends WatchBasketDeps,
    TrackFeedDeps,
    TrackSharesDeps,
    ReadStopsDeps,
    ReadWatchedDeps {
  readonly complexOrders: ComplexOrderStore & WatchStore
  readonly priceFeeds: PriceFeedStore
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => PricedExchange | null
}

export type PricedExchange = Pick<MarketDataSource, 'name' | 'quotes' | 'lastTrade' | 'marketStates'> &
  Pick<MarketDataSource, 'tradesSince'>

/** Markets in one call of the port: a failing call does not affect the others. */
const QUOTES_AT_ONCE = 500
const MARKETS_AT_ONCE = 32

/** How often a market without a quote is asked about. */
const ASK_AGAIN_AFTER = MINUTE

/**
 * How many markets the run watches. `live` are the streams that are followed: the poll asks for what they do not show. `told` are those
 * that streams of clients follow. Each exchange has `patienceMs` to tell its prices, from the moment it is asked.
 */
export const watchPrices = async (
  deps: WatchPricesDeps,
  part: WatchPart,
  patienceMs: number,
  live: FollowedStreams | null = null,
  told: ToldListeners | null = null,
): Promise<number> => {
  const mine = await readWatched(deps, part)
  await told?.listen(deps.memory.listeners)
  await followMarkets(deps, mine, live)
  const sight: Sight = { patienceMs, live, told, beganAt: deps.clock() }
  forgetOthers(deps.memory, mine)
  await Promise.all(
    EXCHANGE_NAMES.map(async (name) => {
      const there = ({ exchange }: WatchedMarket): boolean => exchange === name
      const markets = mine.filter(there)
      const failing = markets.length > 0 && (await watchExchange(deps, name, markets, sight))
      const accounts = deps.memory.accounts.filter(({ exchange }) => exchange === name).length
      // One of several runs goes by the count of the minute.
      const watched = Math.max(markets.length, part.of === 1 ? 0 : (deps.memory.counted.get(name) ?? 0))
      const feed = { watched, streamed: live?.liveAt(name) ?? 0, accounts, failing }
      if (part.index === 0) await keepFeed(deps, name, feed)
    }),
  )
  void told?.read()
  const signal = AbortSignal.timeout(patienceMs)
  await compareShares(deps, (basket) => checkBasketStop(deps, basket, signal))
  await storeTrails(deps)
  await keepLateShares(deps, part.index)
  return mine.length
}

/** Reads the stops that may be new, and follows these markets from now on. Called by each poll, and each second between two polls. */
export const followMarkets = async (
  deps: WatchPricesDeps,
  markets: readonly WatchedMarket[],
  live: FollowedStreams | null,
): Promise<void> => {
  const grown = await readStops(deps, markets)
  await live?.follow(markets)
  live?.compare(grown)
  const found = await sendAgain(deps)
  live?.compare(found)
}

/** One look. */
interface Sight {
  readonly patienceMs: number
  readonly live: FollowedStreams | null
  readonly told: ToldListeners | null
  readonly beganAt: Millis
}

/** Whether the exchange failed to answer for some of the markets. */
const watchExchange = async (
  deps: WatchPricesDeps,
  name: ExchangeName,
  markets: readonly WatchedMarket[],
  sight: Sight,
): Promise<boolean> => {
  const exchange = deps.exchanges(name)
  let failing = exchange === null
  if (exchange !== null) {
    const signal = AbortSignal.timeout(sight.patienceMs)
    let answered = 0
    const polled = sight.live?.toPoll(markets) ?? markets
    for (const batch of chunked(polled, QUOTES_AT_ONCE)) {
      // An exchange that answers has not failed where the time is up: the next look asks for the others.
      if (signal.aborted && answered > 0) break
      const answers = await watchBatch(deps, exchange, batch, { ...sight, signal })
      if (answers) answered += 1
      else if (signal.aborted && answered > 0) break
      else failing = true
      for (const { svcId } of batch) marketMemory(deps.memory, svcId, sight.beganAt).askedAt = deps.clock()
    }
  }
  // A poll that fails is no failure where the streams show everything.
  if (failing && sight.live !== null) failing = !markets.every(sight.live.isLive)
  const armed = markets.filter(isArmed)
  reportUnpriced(deps, name, armed)
  await atOnce(MARKETS_AT_ONCE, armed, (market) => forgetEmpty(deps, market))
  return failing
}

const watchBatch = async (
  deps: WatchPricesDeps,
  exchange: PricedExchange,
  markets: readonly WatchedMarket[],
  { signal, live, told }: Sight & { readonly signal: AbortSignal },
): Promise<boolean> => {
  for (const market of markets) {
    if (!live?.isLive(market)) marketMemory(deps.memory, market.svcId, deps.clock()).seen = null
  }
  try {
    const reader = deps.memory.readers.get(exchange.name) ?? null
    const quotes = await exchange.quotes(
      markets.map(({ nativeId }) => nativeId),
      signal,
      reader,
    )
    const shown = new Map(quotes.map((quote) => [quote.nativeId, quote]))
    const found = markets.flatMap((market) => {
      const quote = shown.get(market.nativeId)
      return quote === undefined ? [] : [{ market, shown: quote }]
    })
    const isStreamed = (market: WatchedMarket): boolean => live?.showsTrades(market) ?? false
    const missed = missedTrades(deps, exchange, found, isStreamed, signal)
    await atOnce(MARKETS_AT_ONCE, markets, async (market) => {
      const polled = shown.get(market.nativeId)
      if (polled === undefined) {
        told?.polled(market, null, false)
        return
      }
      const checked = live?.check(market, polled) ?? polled
      const unseen = await missed(market)
      const quote = unseen.length === 0 ? checked : { ...checked, trades: [...(checked.trades ?? []), ...unseen] }
      const lastTrade = (until: AbortSignal) => exchange.lastTrade(market.nativeId, until, reader)
      marketMemory(deps.memory, market.svcId, deps.clock()).seen = { shown: quote, lastTrade }
      told?.polled(market, quote, live?.isLive(market) ?? false)
      if (isArmed(market)) await checkMarket(deps, market, quote)
    })
    await endMissing(
      deps,
      exchange,
      markets.filter((market) => isArmed(market) && !shown.has(market.nativeId)),
      signal,
    )
    return true
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) throw error
    deps.log.warn('prices are not available', { exchange: exchange.name, error: error.message })
    deps.log.metric('PricesUnavailable', 1, { exchange: exchange.name })
    for (const market of markets) told?.unanswered(market)
    return false
  }
}

const checkMarket = async (deps: WatchPricesDeps, market: WatchedMarket, shown: ExchangeQuote): Promise<void> => {
  const memory = marketMemory(deps.memory, market.svcId, deps.clock())
  memory.over = shown.state === 'closed'
  if (!memory.over) noteTrade(memory, shown)
  await alone(deps, market, () => (memory.over ? endArmed(deps, market) : compareMarket(deps, market, shown)))
}

/** Where it fails the other markets go on. The next poll checks this one again. */
const alone = async (deps: WatchPricesDeps, market: WatchedMarket, act: () => Promise<void>): Promise<void> => {
  try {
    await act()
  } catch (error) {
    deps.log.error('a market could not be watched', { svcId: market.svcId, error: String(error) })
    deps.log.metric('MarketsNotWatched', 1, { exchange: market.exchange })
  }
}

const checkBasketStop = async (deps: WatchPricesDeps, basket: WatchedBasket, signal: AbortSignal): Promise<void> => {
  try {
    await watchBasket(deps, basket, signal, 'each_trade')
  } catch (error) {
    deps.log.error('a stop on a custom asset could not be watched', {
      complexOrderId: basket.complexOrderId,
      error: String(error),
    })
    deps.log.metric('BasketsNotWatched', 1)
  }
}

/** A market without a quote may have ended (EXCHANGE_B then has no book). Its state at the exchange decides. */
const endMissing = async (
  deps: WatchPricesDeps,
  exchange: PricedExchange,
  markets: readonly WatchedMarket[],
  signal: AbortSignal,
): Promise<void> => {
  const now = deps.clock()
  const asked = markets.filter(({ svcId }) => {
    const memory = marketMemory(deps.memory, svcId, now)
    const due = memory.missedAt === null || now - memory.missedAt >= ASK_AGAIN_AFTER
    if (due) memory.missedAt = now
    return due
  })
  if (asked.length === 0) return
  const states = await exchange.marketStates(
    asked.map(({ nativeId }) => nativeId),
    signal,
    deps.memory.readers.get(exchange.name) ?? null,
  )
  const over = new Set(states.filter(({ state }) => state === 'closed').map(({ nativeId }) => nativeId))
  for (const market of asked) {
    if (!over.has(market.nativeId)) continue
    marketMemory(deps.memory, market.svcId, now).over = true
    await alone(deps, market, () => endArmed(deps, market))
  }
}

const endArmed = async (deps: WatchPricesDeps, market: WatchedMarket): Promise<void> => {
  const now = deps.clock()
  if (deps.memory.stops.get(market.svcId)?.isAny === true)
    await endMarket(deps, market, marketMemory(deps.memory, market.svcId, now), now)
}

const forgetOthers = ({ markets, sent }: QuoteMemory, mine: readonly WatchedMarket[]): void => {
  const kept = new Set(mine.map(({ svcId }) => svcId))
  for (const svcId of markets.keys()) if (!kept.has(svcId)) markets.delete(svcId)
  if (sent.size > MOST_SENT) sent.clear()
}

const MOST_SENT = 100_000
