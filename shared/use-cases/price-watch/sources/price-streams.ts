/**
 * Follows the price streams of the exchanges while a run watches prices. Every trade and every change of a book is compared with the
 * armed stops at once. The poll serves what no stream shows, and checks what one shows.
 */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { After } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { ToldListeners } from '../clients/client-streams.ts'
import type { WatchBasketDeps } from '../compare/compare-basket.ts'
import { compareAtOnce } from '../compare/compare-event.ts'
import { tradesMatter } from '../compare/needs-trades.ts'
import { marketMemory, noteTrade } from '../watch-state.ts'
import { recordDelay } from './feed-health.ts'
import { type StreamConnectionsDeps, streamConnections } from './stream-connections.ts'
import { type FollowedMarket, followedMarket } from './streamed-market.ts'

export interface FollowStreamsDeps
  extends WatchBasketDeps,
    Pick<StreamConnectionsDeps, 'streams' | 'openAccount' | 'subaccounts'> {
  readonly complexOrders: WatchBasketDeps['complexOrders'] & StreamConnectionsDeps['complexOrders']
  readonly exchanges: (name: ExchangeName) => Pick<MarketDataSource, 'marketStates' | 'lastTrade'> | null
  readonly after: After
  /** Streams of clients that follow markets. */
  readonly told: Pick<ToldListeners, 'hear' | 'lost'>
}

export interface FollowedStreams {
  /** Follows these markets from now on, and opens and closes streams for that. */
  follow(markets: readonly WatchedMarket[]): Promise<void>
  /** Compares what the streams show of these markets with their stops: some of them are new. */
  compare(markets: readonly WatchedMarket[]): void
  /** Whether any stream is open. */
  isOpen(): boolean
  /** Whether the streams show all that they were asked for. */
  isReady(): boolean
  /** How many markets of an exchange are live. */
  liveAt(name: ExchangeName): number
  isLive(market: WatchedMarket): boolean
  /** Whether the stream has told every trade of a market that a read could still tell. */
  showsTrades(market: WatchedMarket): boolean
  /** The markets that a poll has to ask for now: those that no stream shows, or did not show a moment ago, and some of the others in turn. */
  toPoll(markets: readonly WatchedMarket[]): readonly WatchedMarket[]
  /** Takes what a poll saw of a market. Answers the same with the last trade that the stream saw. */
  check(market: WatchedMarket, shown: ExchangeQuote): ExchangeQuote
  /** Whether a poll should come now: trades may have been missed. Asked once, then false. */
  takeMissed(): boolean
  /** Ends when all that was compared is sent. */
  close(): Promise<void>
}

/** A moved order leaves the book for an instant. Only what lasts longer counts as a book; trades count at once. */
const BOOKS_SETTLE_FOR = 50
/** Live markets of one exchange that one poll checks. */
const CHECKED_AT_ONCE = 100

/** Opens nothing before `follow`. */
export const followStreams = (deps: FollowStreamsDeps): FollowedStreams => {
  const followed = new Map<string, FollowedMarket>()
  /** Of markets whose book still settles: what ends the wait. */
  const settling = new Map<FollowedMarket, () => void>()
  /** Comparisons that have not ended. */
  const underWay = new Set<Promise<void>>()
  let missed = false
  let turn = 0
  let closed = false

  const keyOf = ({ exchange, nativeId }: Pick<WatchedMarket, 'exchange' | 'nativeId'>): string =>
    `${exchange} ${nativeId}`

  const compareNow = (one: FollowedMarket): void => {
    const shown = one.shown()
    if (shown === null || closed) return
    const memory = marketMemory(deps.memory, one.market.svcId, deps.clock())
    const { exchange: name, nativeId } = one.market
    const lastTrade = async (signal: AbortSignal) =>
      (await deps.exchanges(name)?.lastTrade(nativeId, signal, deps.memory.readers.get(name) ?? null)) ?? null
    if (one.knowsTrade()) noteTrade(memory, shown)
    // A stop on a custom asset goes by the newest trade of each member that anything has shown: it would be blind without.
    memory.seen = { shown: one.withNewest(shown), lastTrade: memory.seen?.lastTrade ?? lastTrade }
    if (!isArmed(one.market)) return
    const comparing = compareAtOnce(deps, one.market, shown).finally(() => underWay.delete(comparing))
    underWay.add(comparing)
  }

  const settle = (one: FollowedMarket): void => {
    if (settling.has(one)) return
    const cancel = deps.after(BOOKS_SETTLE_FOR, () => {
      settling.delete(one)
      compareNow(one)
    })
    settling.set(one, cancel)
  }

  const lose = (one: FollowedMarket, kind: 'stale' | 'missed'): void => {
    deps.told.lost(one.market, kind)
    one.lose(kind)
  }

  const showsTrades: FollowedStreams['showsTrades'] = (market) => followed.get(keyOf(market))?.showsTrades() ?? false

  const marketsAt = (name: ExchangeName): readonly FollowedMarket[] =>
    [...followed.values()].filter(({ market }) => market.exchange === name)

  const connections = streamConnections(deps, (name, event) => {
    switch (event.kind) {
      case 'refused': {
        for (const one of marketsAt(name)) lose(one, 'stale')
        return
      }
      case 'sent': {
        recordDelay(deps.memory, name, deps.clock() - event.at)
        return
      }
      case 'missed':
      case 'stale': {
        deps.log.info('a price stream has a gap', { exchange: name, kind: event.kind, reason: event.reason })
        deps.log.metric('PriceStreamGaps', 1, { exchange: name })
        for (const nativeId of event.nativeIds) {
          const one = followed.get(keyOf({ exchange: name, nativeId }))
          if (one !== undefined) lose(one, event.kind)
        }
        missed = true
        return
      }
      case 'trade':
      case 'book': {
        const one = followed.get(keyOf({ exchange: name, nativeId: event.nativeId }))
        if (one === undefined) return
        deps.told.hear(one.market, event)
        one.hear(event)
        if (event.kind === 'trade') compareNow(one)
        else settle(one)
      }
    }
  })

  return {
    follow: async (markets) => {
      const wanted = new Map(markets.map((market) => [keyOf(market), market]))
      for (const [key, one] of followed) {
        if (wanted.has(key)) continue
        settling.get(one)?.()
        settling.delete(one)
        followed.delete(key)
      }
      for (const [key, market] of wanted) {
        const one = followed.get(key)
        if (one !== undefined) one.market = market
        else followed.set(key, followedMarket(deps.clock, market))
      }
      const at = (name: ExchangeName) => markets.filter(({ exchange }) => exchange === name)
      await Promise.all(EXCHANGE_NAMES.map((name) => connections.watch(name, at(name))))
    },
    compare: (markets) => {
      for (const market of markets) {
        const one = followed.get(keyOf(market))
        if (one?.isLive()) compareNow(one)
      }
    },
    isOpen: connections.isAnyOpen,
    isReady: () => [...followed.values()].every((one) => one.isLive() || !connections.isOpen(one.market.exchange)),
    liveAt: (name) => marketsAt(name).filter((one) => one.isLive()).length,
    isLive: (market) => followed.get(keyOf(market))?.isLive() ?? false,
    showsTrades,
    toPoll: (markets) => {
      const matters = tradesMatter(deps.memory)
      const isShown = (market: WatchedMarket): boolean =>
        followed.get(keyOf(market))?.isKnown() === true && (showsTrades(market) || !matters(market))
      const shown = markets.filter(isShown)
      const from = shown.length === 0 ? 0 : turn % shown.length
      turn += CHECKED_AT_ONCE
      const inTurn = [...shown.slice(from), ...shown.slice(0, from)].slice(0, CHECKED_AT_ONCE)
      const asked = [...markets.filter((market) => !isShown(market)), ...inTurn]
      for (const market of asked) followed.get(keyOf(market))?.ask()
      return asked
    },
    check: (market, shown) =>
      followed.get(keyOf(market))?.check(shown, () => {
        deps.log.metric('StreamedBooksRebuilt', 1, { exchange: market.exchange })
        connections.rebuild(market)
      }) ?? shown,
    takeMissed: () => {
      const was = missed
      missed = false
      return was
    },
    close: async () => {
      closed = true
      for (const cancel of settling.values()) cancel()
      connections.close()
      await Promise.all(underWay)
    },
  }
}
