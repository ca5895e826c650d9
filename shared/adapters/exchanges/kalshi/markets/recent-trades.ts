/**
 * Trades of the last minutes in all markets, kept from one reading to the next. Lists of markets are up to 15 s old (Kalshi live
 * reference, section 2), and show no trade but the last.
 */

import type { Price } from '#domain/kernel/numbers.ts'
import { MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { isRecent } from '#domain/markets/mark-price.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readTrades } from '../../read-trades.ts'
import type { Client } from '../http/client.ts'
import { WireTrade, WireTradePage } from '../http/wire.ts'
import { toMillis, toPrice } from '../http/wire-values.ts'
import { unreadTrade } from './unread-trade.ts'

export interface RecentTrade {
  readonly id: string
  readonly price: Price
  readonly at: Millis
}

export interface RecentTradesOptions {
  readonly api: Client
  readonly clock: Clock
  readonly onSkip: OnSkip
  /** Age in ms of the oldest trades that the first reading covers, and a reading after failed ones. */
  readonly lookBack: Millis
}

/** Age in ms that no list of markets exceeds: a reading that covers it has the last trades. */
export const LAST_TRADES = 20 * SECOND

const PAGE = 1_000
/** The rest of a burst is left to the next readings. */
const MOST_PAGES = 10
/** Trades come out of order by a moment, and `min_ts` counts whole seconds. */
const OVERLAP = 3 * SECOND

/** Times in milliseconds. */
interface Span {
  readonly from: Millis
  readonly upTo: Millis
}

/** Part of a span that was not read, and the pages that may still be read. */
interface SpanReading {
  readonly left: Span | null
  readonly pages: number
}

type Reading = readonly [reader: ExchangeAccount | null, signal: AbortSignal]

export class RecentTrades {
  readonly #options: RecentTradesOptions
  readonly #known = new Map<string, readonly RecentTrade[]>()
  /** Time of the newest trade of a market that could not be read. */
  readonly #unread = new Map<string, Millis>()
  /** The same for trades whose market could not be read. */
  #unreadAnywhere = Number.NEGATIVE_INFINITY
  #readTo = Number.NEGATIVE_INFINITY
  #completeTo = Number.NEGATIVE_INFINITY
  /** Span that a reading with too many trades left out. */
  #left: Span | null = null

  constructor(options: RecentTradesOptions) {
    this.#options = options
  }

  /** Reads the latest trades of all markets. Returns false if the exchange does not answer, and never throws for that. */
  async refresh(...reading: Reading): Promise<boolean> {
    const now = this.#options.clock()
    this.#forgetOld(now)
    try {
      await this.#readNewTrades(now, reading)
      return true
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      this.#options.onSkip('recent trades', error.message)
      return false
    }
  }

  /** Returns the known trades in the book of a market that still count, oldest first. */
  of(ticker: string): readonly RecentTrade[] {
    return this.#known.get(ticker) ?? []
  }

  /**
   * Returns the moment before which every trade of a market in the last 20 seconds is known. There is none while its newest trade could not
   * be read.
   */
  completeTo(ticker: string): Millis {
    const unread = Math.max(this.#unread.get(ticker) ?? Number.NEGATIVE_INFINITY, this.#unreadAnywhere)
    const newest = this.of(ticker).at(-1)?.at ?? Number.NEGATIVE_INFINITY
    return unread < newest || unread === Number.NEGATIVE_INFINITY ? this.#completeTo : Number.NEGATIVE_INFINITY
  }

  #forgetOld(now: Millis): void {
    for (const [ticker, trades] of this.#known) {
      const kept = trades.filter((trade) => isRecent(trade, now))
      if (kept.length === 0) this.#known.delete(ticker)
      else if (kept.length < trades.length) this.#known.set(ticker, kept)
    }
    for (const [ticker, at] of this.#unread) if (!isRecent({ at }, now)) this.#unread.delete(ticker)
    if (!isRecent({ at: this.#unreadAnywhere }, now)) this.#unreadAnywhere = Number.NEGATIVE_INFINITY
  }

  /** Reads the newest trades first: a span that was left out before may wait for the next reading. */
  async #readNewTrades(now: Millis, reading: Reading): Promise<void> {
    const { lookBack, onSkip } = this.#options
    const since = Math.max(this.#readTo - OVERLAP, now - lookBack)
    const newest = await this.#readSpan({ from: since, upTo: now + MINUTE }, MOST_PAGES, reading)
    this.#readTo = now
    this.#left = joined([this.#left, newest.left], now - lookBack)
    // The span is stored first, so that it stays known if the exchange does not continue.
    if (this.#left !== null && newest.pages > 0)
      this.#left = (await this.#readSpan(this.#left, newest.pages, reading)).left
    if (this.#left === null || this.#left.upTo <= now - LAST_TRADES) this.#completeTo = now
    if (this.#left !== null)
      onSkip('recent trades', `there are more than ${MOST_PAGES * PAGE}; the next reading goes on`)
  }

  /** Reads a span, newest first. Its bounds change with each second, so that no cache has an answer to the call. */
  async #readSpan({ from, upTo }: Span, pages: number, [reader, signal]: Reading): Promise<SpanReading> {
    const bounds = { min_ts: Math.floor(from / SECOND), max_ts: Math.ceil(upTo / SECOND) }
    let cursor: string | undefined
    let oldest = upTo
    for (let page = 1; page <= pages; page += 1) {
      const query = { ...bounds, limit: PAGE, cursor }
      const call = { path: '/markets/trades', query, cost: 10 }
      const answer = await this.#options.api.read(reader, call, WireTradePage, signal)
      oldest = Math.min(oldest, this.#add(answer.trades ?? []))
      cursor = answer.cursor || undefined
      if (cursor === undefined) return { left: null, pages: pages - page }
    }
    return { left: { from, upTo: oldest + SECOND }, pages: 0 }
  }

  /** Adds the trades in books, and returns the time of the oldest trade. */
  #add(rows: readonly unknown[]): Millis {
    const nameOf = (row: unknown): string => unreadTrade(row).ticker || 'unknown'
    const { trades, unread } = readTrades(rows, WireTrade, { nameOf, onSkip: this.#options.onSkip }, toRecentTrade)
    const ofBooks = trades.filter(({ isBlock }) => !isBlock)
    for (const [ticker, added] of Map.groupBy(ofBooks, (trade) => trade.ticker)) {
      this.#known.set(ticker, merged(this.of(ticker), added.map(({ trade }) => trade).toReversed()))
    }
    for (const row of unread) this.#addUnread(row)
    return [...trades.map(({ trade }) => trade), ...unread.map(unreadTrade)].reduce(
      (oldest, { at }) => Math.min(oldest, at ?? oldest),
      Number.POSITIVE_INFINITY,
    )
  }

  /** A trade of unknown time may be as new as the reading. */
  #addUnread(row: unknown): void {
    const { ticker, at: madeAt } = unreadTrade(row)
    const now = this.#options.clock()
    const at = Math.min(madeAt ?? now, now)
    if (ticker === '') this.#unreadAnywhere = Math.max(this.#unreadAnywhere, at)
    else this.#unread.set(ticker, Math.max(this.#unread.get(ticker) ?? at, at))
  }
}

const toRecentTrade = ({ ticker, trade_id, yes_price_dollars, created_time, is_block_trade }: WireTrade) => ({
  ticker,
  isBlock: is_block_trade === true,
  trade: {
    id: trade_id ?? created_time,
    price: toPrice('yes_price_dollars', yes_price_dollars),
    at: toMillis('created_time', created_time),
  },
})

/** Returns the span from the start of the earliest given span to the end of the latest, without the time before `since`. */
const joined = (given: ReadonlyArray<Span | null>, since: Millis): Span | null => {
  const spans = given.filter((span) => span !== null)
  const upTo = Math.max(since, ...spans.map((span) => span.upTo))
  return upTo === since ? null : { from: Math.max(since, Math.min(...spans.map(({ from }) => from))), upTo }
}

/** Returns each trade once, in the order of time; trades of one time in the given order. */
const merged = (known: readonly RecentTrade[], added: readonly RecentTrade[]): readonly RecentTrade[] => {
  const ids = new Set(known.map(({ id }) => id))
  const isNew = ({ id }: RecentTrade): boolean => !ids.has(id)
  return [...known, ...added.filter(isNew)].sort((one, other) => one.at - other.at)
}
