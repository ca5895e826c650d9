/** Reads what no exchange stream shows of followed markets: first quotes, and books and tapes with each poll. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { MARKET_CHANNELS, type MarketChannelName } from '#domain/streams/market-channel.ts'
import { ExchangeUnavailable, NoOrderBook } from '#ports/exchanges/exchange-unavailable.ts'
import type { MarketDataSource, Tape } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { loseView, type MarketView, showPolled, showTape, TRADES_AT_FIRST } from './market-view.ts'
import type { OnChanged } from './view-events.ts'

export interface ReadViewsDeps {
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => ViewedExchange | null
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
  readonly log: Log
}

export type ViewedExchange = Pick<MarketDataSource, 'quotes' | 'orderBook' | 'trades'>

export interface ViewsToRead {
  readonly views: readonly MarketView[]
  readonly isFollowed: (name: MarketChannelName, view: MarketView) => boolean
  readonly onChanged: OnChanged
  /** Books, and tapes, that are read of each exchange at most; the others wait for the next poll. */
  readonly most?: number
  /** Called if all streams that follow the trades need a snapshot. */
  readonly onNewTape: (view: MarketView) => void
}

const PATIENCE = 4 * SECOND
const READS_AT_ONCE = 8
/** Reads of each kind and exchange. Further markets wait for the next poll. */
const MOST_READ = 40
/** Maximum number of trades read for a gap beside the first page. If a gap has more, clients learn that there are more. */
const TRADES_IN_A_GAP = 450

/** Reads from all exchanges together. Never throws: clients receive a message if an exchange does not answer. */
export const readViews = async (deps: ReadViewsDeps, { views, ...toRead }: ViewsToRead): Promise<void> => {
  await Promise.all(
    EXCHANGE_NAMES.map(async (name) => {
      const there = views.filter(({ market }) => market.exchange === name)
      const exchange = there.length === 0 ? null : deps.exchanges(name)
      if (exchange === null) return
      const reading = { ...toRead, views: there, deps, exchange }
      await Promise.all([readQuotes(reading), readBooks(reading), readTapes(reading)])
    }),
  )
}

interface Reading extends ViewsToRead {
  readonly deps: ReadViewsDeps
  readonly exchange: ViewedExchange
}

/** Reads the quotes of markets without one. The poll reads all later quotes. */
const readQuotes = async (reading: Reading): Promise<void> => {
  const { exchange, onChanged } = reading
  const unknown = reading.views.filter(({ quote }) => quote === null)
  if (unknown.length === 0) return
  await attempt(reading, unknown, async () => {
    const names = unknown.map(({ market }) => market.nativeId)
    const found = await exchange.quotes(names, AbortSignal.timeout(PATIENCE))
    const quotes = new Map(found.map((quote) => [quote.nativeId, quote]))
    for (const view of unknown) {
      const quote = quotes.get(view.market.nativeId)
      if (quote === undefined) loseView(view, 'The exchange shows no book of this market.')
      else showPolled(view, quote)
      const isPlain = view.words === null && view.quote?.state === 'open'
      onChanged(view, isPlain ? ['quotes'] : MARKET_CHANNELS)
    }
  })
}

const readBooks = async (reading: Reading): Promise<void> => {
  const { views, isFollowed, most = MOST_READ } = reading
  const due = views
    .filter((view) => isFollowed('book', view) && !view.isLive)
    .toSorted((one, other) => (one.book?.at ?? 0) - (other.book?.at ?? 0))
    .slice(0, most)
  await mapConcurrent(READS_AT_ONCE, due, (view) => attempt(reading, [view], () => readBook(reading, view)))
}

const readBook = async ({ deps, exchange, onChanged }: Reading, view: MarketView): Promise<void> => {
  const found = await exchange
    .orderBook(view.market.nativeId, AbortSignal.timeout(PATIENCE))
    .catch((error: unknown) => {
      if (error instanceof NoOrderBook) return { bids: [], asks: [], at: deps.clock() }
      throw error
    })
  // A stream was faster.
  if (view.isLive) return
  const depth = (): Depth => found
  view.book = { depth, at: found.at }
  onChanged(view, ['book'])
}

const readTapes = async (reading: Reading): Promise<void> => {
  const { deps, views, isFollowed, most = MOST_READ } = reading
  const due = views
    .filter((view) => isFollowed('trades', view) && view.tapeIsDue)
    .toSorted((one, other) => one.tapeRequestedAt - other.tapeRequestedAt)
    .slice(0, most)
  if (due.length === 0) return
  for (const view of due) view.tapeRequestedAt = deps.clock()
  const markets = await deps.markets.getMany(due.map(({ market }) => market.svcId))
  const records = new Map(markets.map((market) => [market.svcId, market]))
  await mapConcurrent(READS_AT_ONCE, due, (view) =>
    attempt(reading, [view], async () => {
      const market = records.get(view.market.svcId)
      if (market !== undefined) await readTape(reading, view, market)
    }),
  )
}

const readTape = async (reading: Reading, view: MarketView, market: Market): Promise<void> => {
  const { knownTo } = view
  const { isRead } = view.tape
  // A gap from now on is another gap.
  view.tapeIsDue = false
  try {
    const { tape, isShort } = await readTrades(reading, market, isRead ? knownTo : null)
    const isNew = showTape(view, tape, knownTo)
    if (!isRead || isShort) reading.onNewTape(view)
    else if (isNew) reading.onChanged(view, ['trades'])
  } catch (error) {
    view.tapeIsDue = true
    view.knownTo = knownTo
    throw error
  }
}

/** Reads the newest trades, and a second page if they do not reach back to `knownTo`. Null: the first page is enough. */
const readTrades = async (
  { exchange }: Reading,
  market: Market,
  knownTo: Millis | null,
): Promise<{ readonly tape: Tape; readonly isShort: boolean }> => {
  const read = (limit: number, before: Millis | null): Promise<Tape> =>
    exchange.trades(market, { limit, before }, AbortSignal.timeout(PATIENCE))
  const isShort = ({ trades, hasMore }: Tape): boolean =>
    knownTo !== null && hasMore && (trades.at(-1)?.at ?? 0) > knownTo
  const isUnread = ({ unreadAt }: Tape): boolean => knownTo !== null && unreadAt !== undefined && unreadAt >= knownTo
  const first = await read(TRADES_AT_FIRST, null)
  if (!isShort(first)) return { tape: first, isShort: isUnread(first) }
  const more = await read(TRADES_IN_A_GAP, first.trades.at(-1)?.at ?? null)
  const tape = { ...first, trades: [...first.trades, ...more.trades], hasMore: more.hasMore }
  return { tape, isShort: isShort(tape) || isUnread(first) || isUnread(more) }
}

/** Runs a read. If it fails, the views without a stream show that they may be old. */
const attempt = async (
  { deps, onChanged }: Reading,
  views: readonly MarketView[],
  act: () => Promise<void>,
): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable)) deps.log.error('followed market not read', { error: String(error) })
    for (const view of views) {
      if (view.isLive) continue
      loseView(view, `${view.market.exchange} does not answer: this may be old.`)
      onChanged(view, ['quotes', 'book', 'trades'])
    }
  }
}
