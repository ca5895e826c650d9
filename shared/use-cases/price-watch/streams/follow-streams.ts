/**
 * Follows the price streams of the exchanges while a run watches prices. Every trade and every change of a book is compared with the
 * armed stops at once. The poll serves what no stream shows, and checks what one shows.
 */

import { hasHandedOver } from '#domain/contingent/ended-run.ts'
import { isRecent, isUsable, type MadeTrade } from '#domain/contingent/mark-price.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Level } from '#domain/markets/depth.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import { emptyQuote } from '#ports/exchanges/empty-quote.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { ExchangeQuote, LiveDataSource } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { After } from '#ports/kernel/clock.ts'
import type { PriceFeedStore } from '#ports/markets/price-feed-store.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { OpenAccount } from '../../orders/open-account.ts'
import type { ToldListeners } from '../channels/tell-listeners.ts'
import { marketMemory, noteTrade } from '../watching/quote-memory.ts'
import { quoteOf } from '../watching/quote-of.ts'
import { isArmed } from '../watching/read-watched.ts'
import { tradedMembers } from '../watching/traded-members.ts'
import type { WatchBasketDeps } from '../watching/watch-basket.ts'
import { armedStops } from './armed-stops.ts'
import { compareAtOnce } from './compare-at-once.ts'
import { findStreamAccount } from './find-stream-account.ts'

export interface FollowStreamsDeps extends WatchBasketDeps {
  /** Null for an exchange without streams. */
  readonly streams: (name: ExchangeName) => PriceStreamSource | null
  readonly openAccount: OpenAccount
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly exchanges: (name: ExchangeName) => Pick<LiveDataSource, 'marketStates' | 'lastTrade'> | null
  readonly priceFeeds: Pick<PriceFeedStore, 'all'>
  readonly after: After
  /** Streams of clients that follow markets. */
  readonly told: Pick<ToldListeners, 'hear' | 'lost'>
}

export interface FollowedStreams {
  /** Follows these markets from now on, and opens and closes streams for that. */
  follow(markets: readonly WatchedMarket[]): Promise<void>
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
  /** The armed markets of which the streams have not told all such trades; null where no stream is open, or no stop goes by them. */
  untold(): readonly number[] | null
  /** The armed stops of the followed markets, as far as they are known. */
  armedIds(): readonly string[]
  /** Whether a poll should come now: trades may have been missed. Asked once, then false. */
  takeMissed(): boolean
  close(): void
}

/** A moved order leaves the book for an instant. Only what lasts longer counts as a book; trades count at once. */
const BOOKS_SETTLE_FOR = 50
/** Live markets of one exchange that one poll checks. */
const CHECKED_AT_ONCE = 100
/** After so many checks that did not agree, or two without an event in between, a book begins anew. */
const DIFFERENT_CHECKS = 3
/** What is newly followed is shown within so long, or is shown no more: until then the run before shows it, or nothing is armed there. */
const SHOWN_WITHIN = 5 * SECOND
/** A read may tell a trade so long after it was made. */
const TOLD_WITHIN = 30 * SECOND
/** A run that is replaced has ended by then. One that has not is lost, and with it what it may have seen. */
const HANDED_OVER_WITHIN = 15 * SECOND
/** How soon an exchange without a stream is tried again. */
const TRY_AGAIN_AFTER = 10 * SECOND

interface Followed {
  market: WatchedMarket
  /** The best bid and ask of the stream; null while it does not show this market. */
  touch: { readonly bid: Level | null; readonly ask: Level | null } | null
  last: MadeTrade | null
  /** What the stream has told, as far as it still counts, oldest first. */
  trades: readonly MadeTrade[]
  /** Since when the stream shows it without a gap; null while it does not. */
  shownSince: Millis | null
  readonly followedAt: Millis
  /** It was not shown for a while before. */
  hadGap: boolean
  /** The run before followed it, and showed it if it did not die. */
  readonly isTakenOver: boolean
  /** What the last poll saw: the state of the market. */
  polled: ExchangeQuote | null
  /** When the poll began that asked for it last. */
  askedAt: Millis
  /** Until when trades may have gone by that no stream showed: a poll that began before does not know the last trade. Null: one knows it. */
  unseenUntil: Millis | null
  events: number
  differs: { readonly times: number; readonly events: number } | null
  settling: (() => void) | null
}

/** The exchanges at which the run before watched anything, and those of them whose streams it did not have. */
interface Before {
  readonly watched: ReadonlySet<ExchangeName>
  readonly unstreamed: ReadonlySet<ExchangeName>
}

interface Open {
  readonly stream: PriceStream
  readonly account: ExchangeAccount | null
  watching: string
}

/** Opens nothing before `follow`. */
export const followStreams = (deps: FollowStreamsDeps): FollowedStreams => {
  const armed = armedStops(deps)
  const { compare, sendAgain } = compareAtOnce(deps, armed)
  const followed = new Map<string, Followed>()
  const open = new Map<ExchangeName, Open>()
  const triedAt = new Map<ExchangeName, Millis>()
  const refused = new Set<string>()
  let before: Before | null = null
  let missed = false
  let turn = 0
  let closed = false

  const keyOf = ({ exchange, nativeId }: Pick<WatchedMarket, 'exchange' | 'nativeId'>): string =>
    `${exchange} ${nativeId}`

  /** The quote as the stream shows it; null where nothing is shown, or the market is over. */
  const shownBy = (one: Followed): ExchangeQuote | null => {
    const { market, touch, last, polled: told } = one
    if (told?.state === 'closed' || (told === null && touch === null && last === null)) return null
    // What moves is taken to be open before the first poll tells: whoever fires on it asks the exchange before.
    const now = deps.clock()
    const empty = emptyQuote(market.nativeId, 'open', now)
    const polled = told ?? empty
    // What a poll saw of the book is as old as that poll, whatever is traded since.
    const { bid, ask, asOf } = touch === null ? polled : { ...touch, asOf: now }
    const known = knowsTrade(one) ? tradeIn(polled, touch === null ? polled.lastPriceAsOf : now) : tradeIn(empty)
    return { ...polled, bid, ask, asOf, trades: one.trades, ...(last === null ? known : tradeOf(last, now)) }
  }

  const compareNow = (one: Followed): void => {
    const shown = shownBy(one)
    if (shown === null || closed) return
    const memory = marketMemory(deps.memory, one.market.svcId, deps.clock())
    const { exchange: name, nativeId } = one.market
    const lastTrade = async () =>
      (await deps
        .exchanges(name)
        ?.lastTrade(nativeId, AbortSignal.timeout(PATIENCE), deps.memory.readers.get(name) ?? null)) ?? null
    if (knowsTrade(one)) noteTrade(memory, shown)
    // A stop on a custom asset goes by the newest trade of each member that anything has shown: it would be blind without.
    const seen = knowsTrade(one) || one.polled === null ? shown : { ...shown, ...tradeIn(withTold(one.polled, one)) }
    memory.seen = { shown: seen, lastTrade: memory.seen?.lastTrade ?? lastTrade }
    if (isUsable(quoteOf(shown), 'MARK', deps.clock())) memory.pricedAt = deps.clock()
    if (isArmed(one.market)) void compare(one.market, shown)
  }

  const settle = (one: Followed): void => {
    one.settling ??= deps.after(BOOKS_SETTLE_FOR, () => {
      one.settling = null
      compareNow(one)
    })
  }

  const lose = (name: ExchangeName, kind: 'stale' | 'missed', nativeIds: readonly string[]): void => {
    for (const nativeId of nativeIds) {
      const one = followed.get(keyOf({ exchange: name, nativeId }))
      if (one === undefined) continue
      deps.told.lost(one.market, kind)
      if (kind === 'stale') one.touch = null
      loseTrade(one)
    }
  }

  /** What is traded meanwhile is not known: a poll that begins from now on tells the last trade. */
  const loseTrade = (one: Followed): void => {
    one.last = null
    one.unseenUntil = deps.clock()
    if (one.shownSince !== null) one.hadGap = true
    one.shownSince = null
  }

  /** It is shown from now on. */
  const begin = (one: Followed): void => {
    if (one.shownSince !== null) return
    const now = deps.clock()
    one.shownSince = now
    one.hadGap ||= now - one.followedAt > SHOWN_WITHIN
  }

  const recentOf = ({ trades }: Followed): readonly MadeTrade[] => {
    const now = deps.clock()
    return trades.filter((trade) => isRecent(trade, now))
  }

  const showsTrades: FollowedStreams['showsTrades'] = (market) => {
    const one = followed.get(keyOf(market))
    if (one === undefined) return false
    const { shownSince, followedAt, hadGap, isTakenOver } = one
    const now = deps.clock()
    if (shownSince === null) return !hadGap && now - followedAt <= SHOWN_WITHIN
    if (now - shownSince > TOLD_WITHIN) return true
    if (hadGap) return false
    const mayCome = deps.memory.ended === null || deps.memory.ended.endedAt < shownSince
    return (
      !isTakenOver ||
      hasHandedOver(deps.memory.ended, market.svcId, shownSince) ||
      (mayCome && now - followedAt <= HANDED_OVER_WITHIN)
    )
  }

  /** Whether a stop in a market may go by trades that no stream told. */
  const tradesMatter = (): ((market: WatchedMarket) => boolean) => {
    const isMember = tradedMembers(deps.memory)
    return (market) =>
      isMember(market) || (isArmed(market) && deps.memory.markets.get(market.svcId)?.watchesLast !== false)
  }

  const hear = (name: ExchangeName, account: ExchangeAccount | null, event: PriceEvent): void => {
    switch (event.kind) {
      case 'refused': {
        deps.log.warn('the exchange opens no price stream; the poll serves', { exchange: name, reason: event.reason })
        deps.log.metric('PriceStreamsRefused', 1, { exchange: name })
        if (account !== null) refused.add(account.accountKey)
        drop(name)
        return
      }
      case 'missed':
      case 'stale': {
        deps.log.info('a price stream has a gap', { exchange: name, kind: event.kind, reason: event.reason })
        deps.log.metric('PriceStreamGaps', 1, { exchange: name })
        lose(name, event.kind, event.nativeIds)
        missed = true
        return
      }
      case 'trade':
      case 'book': {
        const one = followed.get(keyOf({ exchange: name, nativeId: event.nativeId }))
        if (one === undefined) return
        one.events += 1
        deps.told.hear(one.market, event)
        if (event.kind === 'book') {
          if (one.touch === null && one.last === null) loseTrade(one)
          one.touch = { bid: event.bid, ask: event.ask }
          begin(one)
          settle(one)
          return
        }
        begin(one)
        one.last = { price: event.price, at: event.at }
        if (isArmed(one.market)) one.trades = [...recentOf(one), one.last]
        compareNow(one)
      }
    }
  }

  /** Nothing is read for the account any more, unless another run does so. */
  const end = (name: ExchangeName): void => {
    const ended = open.get(name)
    ended?.stream.close()
    if (ended?.account != null && deps.memory.readers.get(name) === ended.account) deps.memory.readers.delete(name)
  }

  const drop = (name: ExchangeName): void => {
    end(name)
    open.delete(name)
    for (const one of followed.values()) {
      if (one.market.exchange !== name) continue
      deps.told.lost(one.market, 'stale')
      one.touch = null
      loseTrade(one)
    }
  }

  const openAt = async (name: ExchangeName, markets: readonly WatchedMarket[]): Promise<Open | null> => {
    const known = open.get(name)
    if (known !== undefined) return known
    const source = deps.streams(name)
    if (source === null || deps.clock() - (triedAt.get(name) ?? 0) < TRY_AGAIN_AFTER) return null
    triedAt.set(name, deps.clock())
    const account = source.needsAccount ? await findStreamAccount(deps, name, markets, refused) : null
    if (source.needsAccount && account === null) return null
    const opened = { stream: await source.open(account, (event) => hear(name, account, event)), account, watching: '' }
    if (closed) opened.stream.close()
    else {
      open.set(name, opened)
      if (account !== null) deps.memory.readers.set(name, account)
    }
    return opened
  }

  const followAt = async (name: ExchangeName, markets: readonly WatchedMarket[]): Promise<void> => {
    if (markets.length === 0) {
      // Nothing has failed: what is armed next is followed at once.
      if (open.has(name)) triedAt.delete(name)
      return drop(name)
    }
    try {
      const opened = await openAt(name, markets)
      const names = markets.map(({ nativeId }) => nativeId).toSorted()
      const watching = names.join(' ')
      if (opened === null || opened.watching === watching) return
      opened.watching = watching
      opened.stream.watch(names)
    } catch (error) {
      deps.log.warn('a price stream could not be opened; the poll serves', { exchange: name, error: String(error) })
    }
  }

  /** Where the run before had no stream: what it has not read is for this one to read. */
  const readBefore = async (): Promise<Before> => {
    const feeds = await deps.priceFeeds.all().catch(() => null)
    const watched = feeds?.filter((feed) => feed.watched > 0) ?? []
    return {
      watched: new Set(feeds === null ? EXCHANGE_NAMES : watched.map(({ exchange }) => exchange)),
      unstreamed: new Set(watched.filter(({ streamed }) => streamed === 0).map(({ exchange }) => exchange)),
    }
  }

  return {
    follow: async (markets) => {
      const isFirst = before === null && markets.length > 0
      if (isFirst) before = await readBefore()
      const wanted = new Map(markets.map((market) => [keyOf(market), market]))
      for (const [key, one] of followed) {
        if (wanted.has(key)) continue
        one.settling?.()
        followed.delete(key)
      }
      for (const [key, market] of wanted) {
        const one = followed.get(key)
        if (one !== undefined) one.market = market
        else
          followed.set(key, {
            market,
            touch: null,
            last: null,
            trades: [],
            shownSince: null,
            followedAt: deps.clock(),
            hadGap: isFirst && before?.unstreamed.has(market.exchange) === true,
            isTakenOver: isFirst && before?.watched.has(market.exchange) === true,
            polled: null,
            askedAt: 0,
            unseenUntil: deps.clock(),
            events: 0,
            differs: null,
            settling: null,
          })
      }
      const at = (name: ExchangeName) => markets.filter(({ exchange }) => exchange === name)
      await Promise.all(EXCHANGE_NAMES.map((name) => followAt(name, at(name))))
      await armed.refresh(markets.filter((market) => isArmed(market) && open.has(market.exchange)))
      await sendAgain()
    },
    isOpen: () => open.size > 0,
    isReady: () => [...followed.values()].every(({ market, touch }) => touch !== null || !open.has(market.exchange)),
    liveAt: (name) =>
      [...followed.values()].filter(({ market, touch }) => market.exchange === name && touch !== null).length,
    isLive: (market) => followed.get(keyOf(market))?.touch != null,
    showsTrades,
    toPoll: (markets) => {
      const matters = tradesMatter()
      const isShown = (market: WatchedMarket): boolean => {
        const one = followed.get(keyOf(market))
        if (one === undefined || one.touch === null || one.polled === null || !knowsTrade(one)) return false
        return showsTrades(market) || !matters(market)
      }
      const shown = markets.filter(isShown)
      const from = shown.length === 0 ? 0 : turn % shown.length
      turn += CHECKED_AT_ONCE
      const inTurn = [...shown.slice(from), ...shown.slice(0, from)].slice(0, CHECKED_AT_ONCE)
      const asked = [...markets.filter((market) => !isShown(market)), ...inTurn]
      for (const market of asked) {
        const one = followed.get(keyOf(market))
        if (one !== undefined) one.askedAt = deps.clock()
      }
      return asked
    },
    check: (market, shown) => {
      const one = followed.get(keyOf(market))
      if (one === undefined) return shown
      one.polled = shown
      const knownTo = Math.min(one.askedAt, shown.asOf, shown.lastPriceAsOf ?? shown.asOf)
      if (knownTo >= (one.unseenUntil ?? 0)) one.unseenUntil = null
      const { touch, events, differs } = one
      if (touch !== null && shown.state !== 'closed') {
        const agrees = priceOf(touch.bid) === priceOf(shown.bid) && priceOf(touch.ask) === priceOf(shown.ask)
        one.differs = agrees ? null : { times: (differs?.times ?? 0) + 1, events }
        const isFrozen = !agrees && differs !== null && differs.events === events
        if (isFrozen || (one.differs?.times ?? 0) >= DIFFERENT_CHECKS) {
          one.differs = null
          one.touch = null
          loseTrade(one)
          deps.log.metric('StreamedBooksRebuilt', 1, { exchange: market.exchange })
          open.get(market.exchange)?.stream.rebuild([market.nativeId])
        }
      }
      const trades = one.trades.length === 0 ? shown.trades : [...(shown.trades ?? []), ...one.trades]
      const told = { ...withTold(shown, one), trades }
      if (one.last === null || (shown.lastTradeAt ?? 0) > one.last.at) return told
      return { ...told, ...tradeOf(one.last, deps.clock()) }
    },
    untold: () => {
      const streamed = [...followed.values()].map(({ market }) => market).filter(({ exchange }) => open.has(exchange))
      const concerned = streamed.filter(tradesMatter())
      if (concerned.length === 0) return null
      return concerned.filter((market) => !showsTrades(market)).map(({ svcId }) => svcId)
    },
    armedIds: armed.ids,
    takeMissed: () => {
      const was = missed
      missed = false
      return was
    },
    close: () => {
      closed = true
      for (const one of followed.values()) one.settling?.()
      for (const name of open.keys()) end(name)
      open.clear()
    },
  }
}

const PATIENCE = 2 * SECOND

/** Whether the last trade of the market is known: the stream or a poll has shown it, and no gap came after it. */
const knowsTrade = ({ last, polled, unseenUntil }: Followed): boolean =>
  last !== null || (polled !== null && unseenUntil === null)

type QuotedTrade = Pick<ExchangeQuote, 'lastPrice' | 'lastPriceAsOf' | 'lastTradeAt' | 'tradeMark'>

/** By default as old as the poll that told it. */
const tradeIn = (
  { lastPrice, lastTradeAt, tradeMark, asOf, lastPriceAsOf = asOf }: ExchangeQuote,
  knownTo = lastPriceAsOf,
): QuotedTrade => ({ lastPrice, lastPriceAsOf: knownTo, lastTradeAt, tradeMark })

const tradeOf = ({ price, at }: MadeTrade, knownTo: Millis): QuotedTrade => ({
  lastPrice: price,
  lastPriceAsOf: knownTo,
  lastTradeAt: at,
  tradeMark: `${at} ${price}`,
})

/** Lists are old: before a gap the stream may have told a trade that is newer than all the poll knows. */
const withTold = (polled: ExchangeQuote, { trades }: Pick<Followed, 'trades'>): ExchangeQuote => {
  const newest = trades.at(-1)
  return newest === undefined || newest.at <= (polled.lastPriceAsOf ?? polled.asOf)
    ? polled
    : { ...polled, ...tradeOf(newest, newest.at) }
}

const priceOf = (level: Level | null): number | null => level?.price ?? null
