/**
 * Polls the prices of every market with an armed stop once, and compares them. Stops whose price is reached go to the trigger queue, where each
 * fires once. The next poll finds a price that one poll misses.
 */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { WatchPart } from '#domain/price-watch/watch-part.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchedMarket, WatchStore } from '#ports/price-watch/watch-store.ts'
import type { ClientStreams } from '../clients/client-streams.ts'
import { toEach } from '../clients/view-listener.ts'
import { type ReadStopsDeps, readStops } from '../compare/armed-stops.ts'
import type { CompareBasketDeps } from '../compare/compare-basket.ts'
import { compareBaskets } from '../compare/compare-baskets.ts'
import { type RecordLateUsersDeps, recordLateUsers } from '../compare/late-users.ts'
import { repeatTriggers } from '../compare/repeat-triggers.ts'
import { storeTrailLevels } from '../compare/store-trail-levels.ts'
import { forgetOtherMarkets } from '../forget-unwatched.ts'
import type { RunRecorder } from '../record/run-recorder.ts'
import { type ReadWatchListDeps, readWatchList } from '../watch-list.ts'
import { type FeedHealthDeps, recordFeed } from './feed-health.ts'
import { type Poll, type PolledExchange, pollExchange } from './poll-exchange.ts'
import type { PriceStreams } from './price-streams.ts'

export interface PollPricesDeps
  extends CompareBasketDeps,
    FeedHealthDeps,
    RecordLateUsersDeps,
    ReadStopsDeps,
    ReadWatchListDeps {
  readonly complexOrders: ComplexOrderStore & WatchStore
  readonly priceFeeds: PriceFeedStore
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => PolledExchange | null
}

export interface PollPricesInput {
  readonly part: WatchPart
  /** Time that each exchange has to answer, from the moment of the call. */
  readonly patienceMs: number
  /** The price streams of the run: the poll reads what they do not show. */
  readonly live?: PriceStreams | null
  /** The streams of clients that follow markets. */
  readonly clients?: ClientStreams | null
  /** Records the markets. */
  readonly recorder?: RunRecorder | null
}

/** Returns the number of markets that the run watches. */
export const pollPrices = async (
  deps: PollPricesDeps,
  { part, patienceMs, live = null, clients = null, recorder = null }: PollPricesInput,
): Promise<number> => {
  const watched = await readWatchList(deps, part)
  await clients?.listen(deps.memory.listeners)
  await recorder?.follow(watched)
  await followMarkets(deps, watched, live)
  const listeners = [clients, recorder].flatMap((one) => one?.events ?? [])
  const poll: Poll = { patienceMs, live, views: toEach(listeners), beganAt: deps.clock() }
  forgetOtherMarkets(deps.memory, watched)
  await Promise.all(EXCHANGE_NAMES.map((name) => pollAt(deps, name, watched, { ...poll, part })))
  void clients?.read()
  void recorder?.read()
  await compareBaskets(deps, AbortSignal.timeout(patienceMs))
  await storeTrailLevels(deps)
  await recordLateUsers(deps, part.index)
  return watched.length
}

/** Reads the stops that may be new, and follows these markets from now on. Called by each poll, and each second between two polls. */
export const followMarkets = async (
  deps: PollPricesDeps,
  markets: readonly WatchedMarket[],
  live: PriceStreams | null,
): Promise<void> => {
  const grown = await readStops(deps, markets)
  await live?.follow(markets)
  live?.compare(grown)
  const found = await repeatTriggers(deps)
  live?.compare(found)
}

/** Polls one exchange. The first run records the health of its feed. */
const pollAt = async (
  deps: PollPricesDeps,
  name: ExchangeName,
  watched: readonly WatchedMarket[],
  { part, ...poll }: Poll & { readonly part: WatchPart },
): Promise<void> => {
  const markets = watched.filter(({ exchange }) => exchange === name)
  const failing = markets.length === 0 ? null : await pollExchange(deps, name, markets, poll)
  if (part.index > 0) return
  // One of several runs uses the count of all runs.
  const counted = part.of === 1 ? 0 : (deps.memory.counted.get(name) ?? 0)
  await recordFeed(deps, name, {
    watched: Math.max(markets.length, counted),
    streamed: poll.live?.liveAt(name) ?? 0,
    accounts: deps.memory.accounts.filter(({ exchange }) => exchange === name).length,
    failing,
  })
}
