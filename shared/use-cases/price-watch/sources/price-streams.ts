/**
 * Holds the price streams of the exchanges while a run watches prices. Every trade and every change of a book is compared with the armed stops
 * at once. The poll serves the markets that no stream shows, and checks the others.
 */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { ViewListener } from '../clients/view-listener.ts'
import { needsTrades } from '../compare/needs-trades.ts'
import { recordDelay } from './feed-health.ts'
import { StreamConnections, type StreamConnectionsDeps } from './stream-connections.ts'
import { StreamedComparisons, type StreamedComparisonsDeps } from './streamed-comparisons.ts'
import { StreamedMarket } from './streamed-market.ts'

export interface PriceStreamsDeps
  extends StreamedComparisonsDeps,
    Pick<StreamConnectionsDeps, 'streams' | 'openAccount' | 'subaccounts'> {
  readonly complexOrders: StreamedComparisonsDeps['complexOrders'] & StreamConnectionsDeps['complexOrders']
}

/** Live markets of one exchange that one poll checks. */
const CHECKED_AT_ONCE = 100

type Gap = Extract<PriceEvent, { kind: 'missed' | 'stale' }>
type Shown = Extract<PriceEvent, { kind: 'trade' | 'book' }>

/** The streams of one run. Opens nothing before `follow`. */
export class PriceStreams {
  readonly #deps: PriceStreamsDeps
  /** The markets that client streams follow learn the same events. */
  readonly #views: Pick<ViewListener, 'onEvent' | 'onGap'>
  readonly #followed = new Map<string, StreamedMarket>()
  readonly #comparisons: StreamedComparisons
  readonly #connections: StreamConnections
  #hasMissed = false
  #turn = 0

  constructor(deps: PriceStreamsDeps, views: Pick<ViewListener, 'onEvent' | 'onGap'>) {
    this.#deps = deps
    this.#views = views
    this.#comparisons = new StreamedComparisons(deps)
    this.#connections = new StreamConnections(deps, (name, event) => this.#onEvent(name, event))
  }

  /** Follows these markets from now on, and opens and closes streams for them. */
  async follow(markets: readonly WatchedMarket[]): Promise<void> {
    const requested = new Map(markets.map((market) => [keyOf(market), market]))
    for (const [key, one] of this.#followed) {
      if (requested.has(key)) continue
      this.#comparisons.forget(one)
      this.#followed.delete(key)
    }
    for (const [key, market] of requested) {
      const one = this.#followed.get(key)
      if (one !== undefined) one.market = market
      else this.#followed.set(key, new StreamedMarket(this.#deps.clock, market))
    }
    const at = (name: ExchangeName) => markets.filter(({ exchange }) => exchange === name)
    await Promise.all(EXCHANGE_NAMES.map((name) => this.#connections.watch(name, at(name))))
  }

  /** Compares the streamed prices of these markets with their stops: some of the stops are new. */
  compare(markets: readonly WatchedMarket[]): void {
    for (const market of markets) {
      const one = this.#find(market)
      if (one?.isLive()) this.#comparisons.compareNow(one)
    }
  }

  /** Returns whether any stream is open. */
  isOpen(): boolean {
    return this.#connections.isAnyOpen()
  }

  /** Returns whether the open streams show every followed market of their exchanges. Exchanges without an open stream do not count. */
  isReady(): boolean {
    return [...this.#followed.values()].every((one) => one.isLive() || !this.#connections.isOpen(one.market.exchange))
  }

  /** Returns the number of live markets of an exchange. */
  liveAt(name: ExchangeName): number {
    return this.#marketsAt(name).filter((one) => one.isLive()).length
  }

  isLive(market: WatchedMarket): boolean {
    return this.#find(market)?.isLive() ?? false
  }

  /** Returns whether the stream has reported every trade of a market that a read could still return. */
  showsTrades(market: WatchedMarket): boolean {
    return this.#find(market)?.showsTrades() ?? false
  }

  /** Returns the markets to poll now: markets that no stream shows, or did not show a moment ago, and in turn some other markets. */
  toPoll(markets: readonly WatchedMarket[]): readonly WatchedMarket[] {
    const matters = needsTrades(this.#deps.memory)
    const isShown = (market: WatchedMarket): boolean =>
      this.#find(market)?.isKnown() === true && (this.showsTrades(market) || !matters(market))
    const shown = markets.filter(isShown)
    const from = shown.length === 0 ? 0 : this.#turn % shown.length
    this.#turn += CHECKED_AT_ONCE
    const inTurn = [...shown.slice(from), ...shown.slice(0, from)].slice(0, CHECKED_AT_ONCE)
    const polled = [...markets.filter((market) => !isShown(market)), ...inTurn]
    for (const market of polled) this.#find(market)?.recordPoll()
    return polled
  }

  /** Takes the answer of a poll, and returns it with the last trade of the stream. */
  check(market: WatchedMarket, shown: ExchangeQuote): ExchangeQuote {
    const rebuild = (): void => {
      this.#deps.log.metric('StreamedBooksRebuilt', 1, { exchange: market.exchange })
      this.#connections.rebuild(market)
    }
    return this.#find(market)?.check(shown, rebuild) ?? shown
  }

  /** Returns once whether a poll is due now because trades may have been missed. */
  takeMissed(): boolean {
    const hasMissed = this.#hasMissed
    this.#hasMissed = false
    return hasMissed
  }

  /** Closes the streams. Ends when all stops in progress are sent. */
  async close(): Promise<void> {
    this.#comparisons.stop()
    this.#connections.close()
    await this.#comparisons.whenDone()
  }

  #find(market: Pick<WatchedMarket, 'exchange' | 'nativeId'>): StreamedMarket | undefined {
    return this.#followed.get(keyOf(market))
  }

  #marketsAt(name: ExchangeName): readonly StreamedMarket[] {
    return [...this.#followed.values()].filter(({ market }) => market.exchange === name)
  }

  #onEvent(name: ExchangeName, event: PriceEvent): void {
    switch (event.kind) {
      case 'refused':
        for (const one of this.#marketsAt(name)) this.#lose(one, 'stale', event.reason)
        return
      case 'sent':
        recordDelay(this.#deps.memory, name, this.#deps.clock() - event.at)
        return
      case 'missed':
      case 'stale':
        this.#onGap(name, event)
        return
      case 'trade':
      case 'book':
        this.#onShown(name, event)
    }
  }

  #onGap(name: ExchangeName, { kind, reason, nativeIds }: Gap): void {
    this.#deps.log.info('price stream gap', { exchange: name, kind, reason })
    this.#deps.log.metric('PriceStreamGaps', 1, { exchange: name })
    for (const nativeId of nativeIds) {
      const one = this.#find({ exchange: name, nativeId })
      if (one !== undefined) this.#lose(one, kind, reason)
    }
    this.#hasMissed = true
  }

  #onShown(name: ExchangeName, event: Shown): void {
    const one = this.#find({ exchange: name, nativeId: event.nativeId })
    if (one === undefined) return
    this.#views.onEvent(one.market, event)
    one.onEvent(event)
    if (event.kind === 'trade') this.#comparisons.compareNow(one)
    else this.#comparisons.compareSettled(one)
  }

  #lose(one: StreamedMarket, kind: 'stale' | 'missed', reason: string): void {
    this.#views.onGap(one.market, kind, reason)
    one.lose(kind)
  }
}

const keyOf = ({ exchange, nativeId }: Pick<WatchedMarket, 'exchange' | 'nativeId'>): string =>
  `${exchange} ${nativeId}`
