/** Reads the input of a plan for an order on a custom asset: the members with their books and holdings. */

import type { BasketOrder, SkippedMember } from '#domain/baskets/basket-order.ts'
import type { LiveMember } from '#domain/baskets/plan-round.ts'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Qty, qty } from '#domain/kernel/numbers.ts'
import type { Depth } from '#domain/markets/depth.ts'
import type { Market } from '#domain/markets/market.ts'
import { isExitOrder } from '#domain/orders/origin.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import { ifNoBook, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote, MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { mapConcurrent } from '../kernel/map-concurrent.ts'
import { readMarketPositions } from '../portfolio/read-market-positions.ts'

export interface ReadBasketMembersDeps {
  readonly markets: Pick<MarketStore, 'getMany'>
  readonly credentials: CredentialsStore
  readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'>
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => MarketDataSource | null
  readonly log: Log
}

export interface BasketReading {
  readonly members: readonly LiveMember[]
  readonly skipped: readonly SkippedMember[]
  /** True if skipped members may trade soon: their exchange does not answer, or is paused. */
  readonly passing: boolean
}

/** Maximum number of concurrent book requests. */
const BOOKS_AT_ONCE = 20

/** Returns the members that can be traded now, and the reasons of the others. */
export const readBasketMembers = async (
  deps: ReadBasketMembersDeps,
  basket: Pick<BasketOrder, 'subaccountId' | 'buyFlag' | 'parts' | 'origin'>,
  signal: AbortSignal,
): Promise<BasketReading> => {
  const reading = deps.markets.getMany(basket.parts.map(({ svcId }) => svcId))
  const [markets, withCredentials, held] = await Promise.all([
    reading,
    exchangesWithCredentials(deps, basket.subaccountId),
    basket.buyFlag ? null : reading.then((found) => heldOf(deps, basket.subaccountId, found)),
  ])
  const found = new Map(markets.map((market) => [market.svcId, market]))
  const listed = basket.parts.map(({ svcId }) => listedMember(svcId, found.get(svcId), withCredentials))
  const open = listed.filter((one) => 'market' in one).map(({ market }) => market)
  const states = statesOf(deps, open, signal)
  const skipped: SkippedMember[] = listed.filter((one) => 'code' in one)
  const members: LiveMember[] = []
  await mapConcurrent(BOOKS_AT_ONCE, open, async (market) => {
    const depth = await depthOf(deps, market, () => states(market), signal)
    if (depth === NO_BOOK && !isExitOrder(basket)) skipped.push({ svcId: market.svcId, ...NO_ORDER_BOOK })
    else if ('code' in depth) skipped.push({ svcId: market.svcId, ...depth })
    else members.push({ ...market, ...depth, held: held === null ? null : (held.get(market.svcId) ?? qty(0)) })
  })
  return {
    members: members.sort((a, b) => a.svcId - b.svcId),
    skipped,
    passing: skipped.some(({ code }) => code === 'exchange_unavailable' || code === 'exchange_paused'),
  }
}

/** A member that may trade, or the reason why it gets no order. */
const listedMember = (
  svcId: number,
  market: Market | undefined,
  withCredentials: ReadonlySet<ExchangeName>,
): { readonly market: Market } | SkippedMember => {
  if (market === undefined) return { svcId, ...CLOSED }
  return withCredentials.has(market.exchange) ? { market } : { svcId, ...noCredentials(market.exchange) }
}

/** The book of a member that trades now, or the reason why it gets no order. `state` reads the state of its market. */
const depthOf = async (
  deps: ReadBasketMembersDeps,
  market: Market,
  state: () => Promise<MarketState | null>,
  signal: AbortSignal,
): Promise<Depth | Skip> => {
  // The catalogue may list a paused market as closed, and is minutes old: the current state at the exchange decides.
  if (market.status !== 'active' && !isTrading(await state())) return CLOSED
  const [book, now] = await Promise.all([bookOf(deps, market, signal), state()])
  if (now === 'closed') return CLOSED
  if (now === 'paused') return paused(market.exchange)
  return book ?? unavailable(market.exchange)
}

type MarketState = ExchangeQuote['state']
type Skip = Omit<SkippedMember, 'svcId'>

/** Returns whether the market trades, or may trade again after a pause. */
const isTrading = (state: MarketState | null): boolean => state === 'open' || state === 'paused'

const exchangesWithCredentials = async (
  deps: ReadBasketMembersDeps,
  subaccountId: string,
): Promise<ReadonlySet<ExchangeName>> => {
  const records = await Promise.all(EXCHANGE_NAMES.map((exchange) => deps.credentials.get(subaccountId, exchange)))
  return new Set(records.flatMap((record) => record?.exchange ?? []))
}

/** YES contracts by market. */
const heldOf = async (
  deps: ReadBasketMembersDeps,
  subaccountId: string,
  members: readonly Market[],
): Promise<ReadonlyMap<number, Qty>> => {
  const positions = await readMarketPositions(deps, subaccountId, members)
  return new Map(positions.map(({ svcId, position }) => [svcId, qty(Math.max(0, position))]))
}

/** Reads the book; null if the exchange does not answer. */
const bookOf = async (
  { exchanges, log }: ReadBasketMembersDeps,
  { svcId, exchange, nativeId }: Market,
  signal: AbortSignal,
): Promise<Depth | null> => {
  const book = await exchanges(exchange)
    ?.orderBook(nativeId, signal)
    .catch(ifNoBook(() => NO_BOOK))
    .catch(
      ifUnavailable(({ message: error }) => {
        log.warn('basket member left out: exchange does not answer', { svcId, error })
        return null
      }),
    )
  return book === undefined ? { bids: [], asks: [] } : book
}

const NO_BOOK: Depth = { bids: [], asks: [] }

/** Reads the trading state of each market, with one request for each exchange; null if unknown. */
const statesOf = (deps: ReadBasketMembersDeps, open: readonly Market[], signal: AbortSignal) => {
  const requests = new Map(
    EXCHANGE_NAMES.map((name) => {
      const names = open.filter(({ exchange }) => exchange === name).map(({ nativeId }) => nativeId)
      return [name, names.length === 0 ? Promise.resolve([]) : quotesOf(deps, name, names, signal)] as const
    }),
  )
  return async ({ exchange, nativeId }: Market): Promise<MarketState | null> => {
    const quotes = (await requests.get(exchange)) ?? []
    return quotes.find((quote) => quote.nativeId === nativeId)?.state ?? null
  }
}

const quotesOf = async (
  deps: ReadBasketMembersDeps,
  name: ExchangeName,
  nativeIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly ExchangeQuote[]> => {
  // The books show whether the exchange answers at all.
  const quotes = await deps
    .exchanges(name)
    ?.quotes(nativeIds, signal)
    .catch(ifUnavailable(() => []))
  return quotes ?? []
}

const CLOSED = { code: 'market_closed', reason: 'The market is closed.' }

const NO_ORDER_BOOK = { code: 'no_order_book', reason: 'The exchange has no book for the market at the moment.' }

const paused = (exchange: ExchangeName) => ({ code: 'exchange_paused', reason: `${exchange} has paused trading.` })

const unavailable = (exchange: ExchangeName) => ({
  code: 'exchange_unavailable',
  reason: `${exchange} does not answer.`,
})

const noCredentials = (exchange: ExchangeName) => ({
  code: 'credentials_missing',
  reason: `No credentials are stored for ${exchange}.`,
})
