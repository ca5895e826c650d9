/** The markets of the simulated EXCHANGE_B without its customers: their data is asked for as over HTTP. */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { noFees } from '../../engine/matching/fee-policy.ts'
import { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import { createCandleHistory } from '../../engine/world/candle-history.ts'
import { identifier } from '../../engine/world/identifier.ts'
import { QuotingBot } from '../../engine/world/quoting-bot.ts'
import { seededRandom } from '../../engine/world/seeded-random.ts'
import { createCatalogue, type PolymarketMarket } from '../../polymarket/world/catalogue.ts'
import { answerMarketData, type Host } from '../../polymarket/world/market-data-routes.ts'
import {
  advancePolymarketMarkets,
  type LifecycleWorld,
  offerPolymarketMarkets,
} from '../../polymarket/world/market-lifecycle.ts'
import { pastOf, type WalletTrade } from '../../polymarket/world/market-reads.ts'

export const START = Date.parse('2026-11-21T10:00:00Z')
export const ONE = 1_000_000
export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** Answer of a call; the body is whatever the test expects in it. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of many shapes.
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
}

export interface MarketWorld {
  readonly time: { now: number }
  readonly world: LifecycleWorld
  readonly kept: { readonly kind: string; readonly key: string }[]
  readonly trades: WalletTrade[]
  /** Answer of the call, read back from its JSON. */
  readonly get: (host: Host, path: string) => Answer
  readonly post: (host: Host, path: string, body: unknown) => Answer
  /** The first market that fits, in the order of the catalogue. */
  readonly find: (fits: (market: PolymarketMarket) => boolean) => PolymarketMarket
  /** Prices in dollars, sizes in shares. */
  readonly setBook: (
    market: PolymarketMarket,
    bids: readonly (readonly [number, number])[],
    asks: readonly (readonly [number, number])[],
  ) => void
  readonly trade: (market: PolymarketMarket, price: number, qty: number, buyFlag: boolean) => void
  /** Lets the clock run and moves the markets along. */
  readonly pass: (milliseconds: number) => void
}

export const USER = '0x1111111111111111111111111111111111111111'

export const openMarkets = (): MarketWorld => {
  const time = { now: START }
  const clock = () => time.now
  const catalogue = createCatalogue()
  const engine = new MatchingEngine({ clock, idOf: (sequence) => identifier('markets', sequence), fees: noFees })
  const kept: MarketWorld['kept'] = []
  const trades: WalletTrade[] = []
  const world: LifecycleWorld = {
    clock,
    catalogue,
    engine,
    candles: createCandleHistory(7, (market) => pastOf(catalogue.markets.get(market), START)),
    marketStates: new Map(),
    bot: new QuotingBot(engine, seededRandom(7)),
    keep: (kind, key) => {
      kept.push({ kind, key })
    },
    tradesOf: (user) => (user === USER ? trades : []),
  }
  offerPolymarketMarkets(world, START, 7)
  advancePolymarketMarkets(world)

  const call = (host: Host, method: string, target: string, body: string): Answer => {
    const { pathname, searchParams } = new URL(target, 'http://simulated')
    const reply = answerMarketData(world, host, method, pathname, searchParams, body)
    if (reply === null) throw new Error(`${method} ${target} is no route`)
    return read(reply)
  }
  const levels = (side: readonly (readonly [number, number])[]) =>
    side.map(([price, qty]) => ({ price: Math.round(price * ONE), qty: Math.round(qty * ONE) }))
  const engineMarket = ({ conditionId }: PolymarketMarket) => {
    const market = engine.ledger.markets.get(conditionId)
    if (market === undefined) throw new Error(`no market ${conditionId}`)
    return market
  }
  return {
    time,
    world,
    kept,
    trades,
    get: (host, path) => call(host, 'GET', path, ''),
    post: (host, path, body) => call(host, 'POST', path, typeof body === 'string' ? body : JSON.stringify(body)),
    find: (fits) => {
      const market = [...catalogue.markets.values()].find(fits)
      if (market === undefined) throw new Error('no such market')
      return market
    },
    setBook: (market, bids, asks) => world.bot.setBook(engineMarket(market), levels(bids), levels(asks)),
    trade: (market, price, qty, buyFlag) => {
      world.bot.trade(engineMarket(market), Math.round(price * ONE), Math.round(qty * ONE), buyFlag)
      for (const { kind, row } of engine.ledger.drain()) {
        if (kind === 'trade' && row !== null) world.candles.record(row)
      }
    },
    pass: (milliseconds) => {
      time.now += milliseconds
      advancePolymarketMarkets(world)
    },
  }
}

const read = ({ status, body, headers = {} }: HttpReply): Answer => ({
  status,
  body: JSON.parse(JSON.stringify(body ?? null)),
  headers,
})
