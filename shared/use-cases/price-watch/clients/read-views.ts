/** Reads what no socket shows of markets that streams follow: quotes at first, books and tapes as often as the poll comes. */

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
import { atOnce } from '../../kernel/at-once.ts'
import { lose, type MarketPicture, showPolled, showTape, TRADES_AT_FIRST } from './market-view.ts'

export interface ReadPicturesDeps {
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => ListenedExchange | null
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly clock: Clock
  readonly log: Log
}

export type ListenedExchange = Pick<MarketDataSource, 'quotes' | 'orderBook' | 'trades'>

type Listened = (name: MarketChannelName) => (picture: MarketPicture) => boolean
type Changed = (picture: MarketPicture, names: readonly MarketChannelName[]) => void

const PATIENCE = 4 * SECOND
const READS_AT_ONCE = 8
/** Of each kind and exchange: more markets wait for the next poll. */
const MOST_READ = 40
/** Trades of a gap that are read at most beside the first ones: of more, followers are told that there are more. */
const TRADES_IN_A_GAP = 450

/**
 * `anew`: all who follow the trades of a market are to be told the whole state. Never throws: what an exchange does not tell is said in
 * words.
 */
export const readPictures = async (
  deps: ReadPicturesDeps,
  pictures: readonly MarketPicture[],
  listened: Listened,
  changed: Changed,
  anew: (picture: MarketPicture) => void,
): Promise<void> => {
  await Promise.all(
    EXCHANGE_NAMES.map(async (name) => {
      const there = pictures.filter(({ market }) => market.exchange === name)
      const exchange = there.length === 0 ? null : deps.exchanges(name)
      if (exchange === null) return
      const reading = { deps, exchange, listened, changed, anew }
      await Promise.all([readQuotes(reading, there), readBooks(reading, there), readTapes(reading, there)])
    }),
  )
}

interface Reading {
  readonly deps: ReadPicturesDeps
  readonly exchange: ListenedExchange
  readonly listened: Listened
  readonly changed: Changed
  readonly anew: (picture: MarketPicture) => void
}

/** The poll asks for quotes: here only those of markets that it has not asked about yet. */
const readQuotes = async ({ deps, exchange, changed }: Reading, pictures: readonly MarketPicture[]): Promise<void> => {
  const unknown = pictures.filter(({ quote }) => quote === null)
  if (unknown.length === 0) return
  await attempt(deps, unknown, changed, async () => {
    const names = unknown.map(({ market }) => market.nativeId)
    const found = await exchange.quotes(names, AbortSignal.timeout(PATIENCE))
    const quotes = new Map(found.map((quote) => [quote.nativeId, quote]))
    for (const picture of unknown) {
      const quote = quotes.get(picture.market.nativeId)
      if (quote === undefined) lose(picture, 'The exchange shows no book of this market.')
      else showPolled(picture, quote)
      const isPlain = picture.words === null && picture.quote?.state === 'open'
      changed(picture, isPlain ? ['quotes'] : MARKET_CHANNELS)
    }
  })
}

const readBooks = async (reading: Reading, pictures: readonly MarketPicture[]): Promise<void> => {
  const { deps, exchange, listened, changed } = reading
  const due = pictures.filter(listened('book')).filter(({ isLive }) => !isLive)
  await atOnce(READS_AT_ONCE, longestWaitFirst(due), (picture) =>
    attempt(deps, [picture], changed, async () => {
      const { nativeId } = picture.market
      const found = await exchange.orderBook(nativeId, AbortSignal.timeout(PATIENCE)).catch((error: unknown) => {
        if (error instanceof NoOrderBook) return { bids: [], asks: [], at: deps.clock() }
        throw error
      })
      // A socket was faster.
      if (picture.isLive) return
      const depth = (): Depth => found
      picture.book = { depth, at: found.at }
      changed(picture, ['book'])
    }),
  )
}

const readTapes = async (reading: Reading, pictures: readonly MarketPicture[]): Promise<void> => {
  const { deps, listened, changed } = reading
  const due = pictures
    .filter(listened('trades'))
    .filter(({ tapeIsDue }) => tapeIsDue)
    .toSorted((one, other) => one.tapeAskedAt - other.tapeAskedAt)
    .slice(0, MOST_READ)
  if (due.length === 0) return
  for (const picture of due) picture.tapeAskedAt = deps.clock()
  const markets = await deps.markets.getMany(due.map(({ market }) => market.svcId))
  const records = new Map(markets.map((market) => [market.svcId, market]))
  await atOnce(READS_AT_ONCE, due, (picture) =>
    attempt(deps, [picture], changed, async () => {
      const market = records.get(picture.market.svcId)
      if (market !== undefined) await readTape(reading, picture, market)
    }),
  )
}

const readTape = async (
  { exchange, changed, anew }: Reading,
  picture: MarketPicture,
  market: Market,
): Promise<void> => {
  const { knownTo } = picture
  const { isRead } = picture.tape
  // A gap that begins from here on is another one.
  picture.tapeIsDue = false
  try {
    const read = (limit: number, before: Millis | null): Promise<Tape> =>
      exchange.trades(market, { limit, before }, AbortSignal.timeout(PATIENCE))
    let tape = await read(TRADES_AT_FIRST, null)
    const isShort = ({ trades, hasMore }: Tape): boolean => isRead && hasMore && (trades.at(-1)?.at ?? 0) > knownTo
    if (isShort(tape)) {
      const more = await read(TRADES_IN_A_GAP, tape.trades.at(-1)?.at ?? null)
      tape = { ...tape, trades: [...tape.trades, ...more.trades], hasMore: more.hasMore }
    }
    const isNew = showTape(picture, tape, knownTo)
    if (!isRead || isShort(tape)) anew(picture)
    else if (isNew) changed(picture, ['trades'])
  } catch (error) {
    picture.tapeIsDue = true
    picture.knownTo = knownTo
    throw error
  }
}

const longestWaitFirst = (pictures: readonly MarketPicture[]): readonly MarketPicture[] =>
  pictures.toSorted((one, other) => (one.book?.at ?? 0) - (other.book?.at ?? 0)).slice(0, MOST_READ)

const attempt = async (
  { log }: ReadPicturesDeps,
  pictures: readonly MarketPicture[],
  changed: Changed,
  act: () => Promise<void>,
): Promise<void> => {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ExchangeUnavailable))
      log.error('a followed market could not be read', { error: String(error) })
    for (const picture of pictures) {
      if (picture.isLive) continue
      lose(picture, `${picture.market.exchange} does not answer: this may be old.`)
      changed(picture, ['quotes', 'book', 'trades'])
    }
  }
}
