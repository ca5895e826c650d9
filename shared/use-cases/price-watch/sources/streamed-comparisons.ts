/** Compares the prices of streams with the armed stops: trades at once, books after they settle. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { After } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { CompareBasketDeps } from '../compare/compare-basket.ts'
import { compareBasketsWith } from '../compare/compare-baskets.ts'
import { compareMarket } from '../compare/compare-market.ts'
import { marketMemory, recordTrade } from '../watch-state.ts'
import type { StreamedMarket } from './streamed-market.ts'

export interface StreamedComparisonsDeps extends CompareBasketDeps {
  readonly exchanges: (name: ExchangeName) => Pick<MarketDataSource, 'marketStates' | 'lastTrade'> | null
  readonly after: After
}

/** A moved order leaves the book for an instant. Only a book that lasts longer counts; trades count at once. */
const BOOKS_SETTLE_FOR = 50

export class StreamedComparisons {
  readonly #deps: StreamedComparisonsDeps
  /** Markets whose book still settles, with the function that cancels the wait. */
  readonly #settling = new Map<StreamedMarket, () => void>()
  readonly #inProgress = new Set<Promise<void>>()
  #isStopped = false

  constructor(deps: StreamedComparisonsDeps) {
    this.#deps = deps
  }

  /** Compares after the book has settled. Until then further changes start no other wait. */
  compareSettled(one: StreamedMarket): void {
    if (this.#settling.has(one)) return
    const cancel = this.#deps.after(BOOKS_SETTLE_FOR, () => {
      this.#settling.delete(one)
      this.compareNow(one)
    })
    this.#settling.set(one, cancel)
  }

  compareNow(one: StreamedMarket): void {
    const shown = one.shown()
    if (shown === null || this.#isStopped) return
    this.#remember(one, shown)
    if (!isArmed(one.market)) return
    const comparing = this.#compare(one.market, shown).finally(() => this.#inProgress.delete(comparing))
    this.#inProgress.add(comparing)
  }

  /** Ends the wait for the book of a market that is no longer followed. */
  forget(one: StreamedMarket): void {
    this.#settling.get(one)?.()
    this.#settling.delete(one)
  }

  /** Starts no further comparison. */
  stop(): void {
    this.#isStopped = true
    for (const cancel of this.#settling.values()) cancel()
  }

  /** Ends when the comparisons in progress have sent their stops. */
  async whenDone(): Promise<void> {
    await Promise.all(this.#inProgress)
  }

  /** Stops on custom assets use the newest trade of each member from any source, so the quote is stored with it. */
  #remember(one: StreamedMarket, shown: ExchangeQuote): void {
    const { exchanges, clock, memory: state } = this.#deps
    const { svcId, exchange, nativeId } = one.market
    const memory = marketMemory(state, svcId, clock())
    const lastTrade = async (signal: AbortSignal) =>
      (await exchanges(exchange)?.lastTrade(nativeId, signal, state.readers.get(exchange) ?? null)) ?? null
    if (one.knowsTrade()) recordTrade(memory, shown)
    memory.seen = { shown: one.withNewest(shown), lastTrade: memory.seen?.lastTrade ?? lastTrade }
  }

  /** Never throws: the next event and the poll compare again. */
  async #compare(market: WatchedMarket, shown: ExchangeQuote): Promise<void> {
    try {
      await Promise.all([compareMarket(this.#deps, market, shown), compareBasketsWith(this.#deps, market)])
    } catch (error) {
      const { log } = this.#deps
      log.error('streamed price not compared', { svcId: market.svcId, error: String(error) })
      log.metric('MarketsNotWatched', 1, { exchange: market.exchange })
    }
  }
}
