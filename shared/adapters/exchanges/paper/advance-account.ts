/** Brings the resting orders of a paper account up to date with the public tape and book, and pays decided positions. */

import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { advanceMarket, type SeenMarket, TAPE_LAG } from '#domain/paper/advance-market.ts'
import { payPosition } from '#domain/paper/apply-fill.ts'
import { endIn } from '#domain/paper/end-in.ts'
import type { PaperAccount } from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { MarketState, OrderBook } from '#ports/exchanges/market-data-source.ts'
import type { Decided, PaperAccounts } from './paper-accounts.ts'
import type { PaperOptions } from './paper-options.ts'

/** Calls of one poll share an advance that began so lately. */
const GOOD_FOR = SECOND
/** Markets whose tapes are read in one advance. Later advances read the other markets, the longest unread market first. */
const MOST_MARKETS = 25
/** Pages of trades read for one market, of 200 trades each. */
const MOST_PAGES = 20
const TRADES_A_PAGE = 200
const PAYOUTS_EVERY = 15 * SECOND
const MOST_REMEMBERED = 5_000

export interface Advance {
  /** Fills up to this time are stored. */
  readonly asOf: Millis
}

export class AdvanceAccount {
  readonly #options: PaperOptions
  readonly #accounts: PaperAccounts
  readonly #running = new Map<string, { readonly at: Millis; readonly done: Promise<Advance> }>()
  readonly #payoutsAt = new Map<string, Millis>()

  constructor(options: PaperOptions, accounts: PaperAccounts) {
    this.#options = options
    this.#accounts = accounts
  }

  /** Throws `ExchangeUnavailable` if a market cannot be read. All others are stored then. */
  run(account: ExchangeAccount, signal: AbortSignal): Promise<Advance> {
    const now = this.#options.clock()
    const known = this.#running.get(account.accountKey)
    if (known !== undefined && now - known.at < GOOD_FOR) return known.done
    const done = this.#advance(account, signal)
    keepNewest(this.#running, account.accountKey, { at: now, done }, MOST_REMEMBERED)
    // No later call shares a failed advance.
    done.catch(() => this.#running.delete(account.accountKey))
    return done
  }

  /** Applies everything that the tape shows of one market now, without its lag: the order is about to be cancelled or changed. */
  async catchUp(account: ExchangeAccount, nativeId: string, signal: AbortSignal): Promise<void> {
    await this.#advanceIn(account, nativeId, { lag: 0, book: null }, signal)
  }

  async #advance(account: ExchangeAccount, signal: AbortSignal): Promise<Advance> {
    const begun = this.#options.clock()
    await this.#payDecided(account, signal)
    const { orders } = await this.#accounts.desk(account)
    if (orders.length === 0) return { asOf: begun }
    const markets = waitingLongest(orders)
    const some = markets.slice(0, MOST_MARKETS)
    const { marketData } = this.#options
    const [books, states] = await Promise.all([
      marketData.orderBooks(some, signal),
      marketData.marketStates(some, signal),
    ])
    const stateOf = new Map(states.map(({ nativeId, state }) => [nativeId, state]))
    const read = await Promise.allSettled(
      some.map((nativeId) =>
        this.#advanceMarket(account, nativeId, { book: books.get(nativeId), state: stateOf.get(nativeId) }, signal),
      ),
    )
    const failed = read.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return {
      asOf: Math.min(
        begun - TAPE_LAG,
        ...orders.filter(({ nativeId }) => !some.includes(nativeId)).map(({ tradedTo }) => tradedTo),
      ),
    }
  }

  async #advanceMarket(
    account: ExchangeAccount,
    nativeId: string,
    {
      book = null,
      state,
    }: { readonly book: OrderBook | null | undefined; readonly state: MarketState['state'] | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const isOpen = state === 'open' || state === undefined
    await this.#advanceIn(account, nativeId, { lag: isOpen ? TAPE_LAG : 0, book: isOpen ? book : null }, signal)
    if (!isOpen)
      await this.#accounts.change(account, (desk) => ended(endIn(desk.account, desk.orders, nativeId, state)))
  }

  async #advanceIn(
    account: ExchangeAccount,
    nativeId: string,
    { lag, book }: { readonly lag: Millis; readonly book: SeenMarket['book'] },
    signal: AbortSignal,
  ): Promise<void> {
    const market = await this.#options.storedMarket(nativeId)
    if (market === null) return
    const { orders } = await this.#accounts.desk(account)
    const since = Math.min(...orders.filter(isIn(nativeId)).map(({ tradedTo }) => tradedTo))
    if (!Number.isFinite(since)) return
    const { trades, asOf } = await this.#tradesSince(market, since, signal)
    await this.#accounts.change(account, (desk): Decided<null> => {
      const now = this.#options.clock()
      const seen = { market, trades, horizon: Math.min(asOf, now) - lag, book, now }
      const change = advanceMarket(desk.account, desk.orders.filter(isIn(nativeId)), seen)
      const isChanged = change.orders.length > 0 || change.account.taken !== desk.account.taken
      return { result: null, change: isChanged ? change : null }
    })
  }

  async #tradesSince(
    market: Market,
    since: Millis,
    signal: AbortSignal,
  ): Promise<{ readonly trades: readonly PublicTrade[]; readonly asOf: Millis }> {
    const trades: PublicTrade[] = []
    let before: Millis | null = null
    let asOf: Millis | null = null
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const page = await this.#options.marketData.trades(market, { limit: TRADES_A_PAGE, before }, signal)
      asOf ??= page.asOf
      trades.push(...page.trades)
      const oldest = page.trades.at(-1)
      if (!page.hasMore || oldest === undefined || oldest.at <= since) break
      before = oldest.at
    }
    return { trades: trades.filter(({ at }) => at > since), asOf: asOf ?? since }
  }

  /** Pays positions in decided markets, at an exchange that pays automatically. A market may be decided long before its date. */
  async #payDecided(account: ExchangeAccount, signal: AbortSignal): Promise<void> {
    const { clock, marketData } = this.#options
    if (!traitsOf(marketData.name).paysByItself) return
    const held = (await this.#accounts.account(account)).positions.filter(({ net }) => net !== 0)
    const now = clock()
    const due = held
      .map(({ nativeId }) => nativeId)
      .filter((nativeId) => now - (this.#payoutsAt.get(`${account.accountKey} ${nativeId}`) ?? 0) >= PAYOUTS_EVERY)
    if (due.length === 0) return
    for (const nativeId of due) keepNewest(this.#payoutsAt, `${account.accountKey} ${nativeId}`, now, MOST_REMEMBERED)
    const decided = (await marketData.payouts(due, signal)).filter((one) => one.yesPays !== null && one.isFinal)
    if (decided.length === 0) return
    await this.#accounts.change(account, (desk): Decided<null> => {
      const paid = decided.reduce(
        (rich: PaperAccount, { nativeId, yesPays }) => payPosition(rich, nativeId, yesPays ?? 0),
        desk.account,
      )
      return { result: null, change: paid === desk.account ? null : { account: paid, orders: [], fills: [] } }
    })
  }
}

const isIn =
  (nativeId: string) =>
  (order: PaperOrder): boolean =>
    order.nativeId === nativeId

const ended = (change: ReturnType<typeof endIn>): Decided<null> => ({ result: null, change })

/** Returns the markets of the orders, beginning with the longest unread market. */
const waitingLongest = (orders: readonly PaperOrder[]): readonly string[] => [
  ...new Set(orders.toSorted((one, other) => one.tradedTo - other.tradedTo).map(({ nativeId }) => nativeId)),
]
