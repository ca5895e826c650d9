/** Markets, order books and trades: open to everybody (Kalshi reference, sections 5.1 to 5.3). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { levelsOf } from '../../engine/matching/order-book.ts'
import { isArchivedMarket, isArchivedTrade, type Part } from '../account/archive.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { pageOf } from '../http/page-cursor.ts'
import { badQuery, refusal } from '../http/refusal.ts'
import type { QueryReader } from '../http/request-query.ts'
import { count, dollars, microTime } from '../http/wire-numbers.ts'
import type { MarketInfo } from '../world/catalogue.ts'
import { type KalshiWorld, stateOf } from '../world/world.ts'
import { marketJson, marketStatus } from './market-json.ts'

const ONE = 1_000_000

/** The list's words for a status differ from the market's own (Kalshi reference, section 12). */
const FILTERED: Record<string, readonly string[]> = {
  unopened: ['initialized'],
  open: ['active'],
  paused: ['inactive'],
  closed: ['closed', 'determined', 'disputed', 'amended'],
  settled: ['finalized'],
}

export const listMarkets = (call: SimulatorCall): HttpReply => marketsIn(call, 'live')

export const listArchivedMarkets = (call: SimulatorCall): HttpReply => marketsIn(call, 'archive')

const marketsIn = (call: SimulatorCall, part: Part): HttpReply => {
  const { world } = call
  const query = call.query(part === 'live' ? 'GetMarkets' : 'GetHistoricalMarkets')
  const limit = query.limit(1000, 100)
  const statuses = statusFilter(query, 'GetMarkets')
  const tickers = query.list('tickers')
  const event = query.text('event_ticker')
  const series = query.text('series_ticker')
  const times = timeFilters(world, query)
  if (query.text('mve_filter') === 'only') return ok({ markets: [], cursor: '' })
  const rows = [...world.catalogue.markets.values()].filter(
    (info) =>
      isArchivedMarket(call.world, info) === (part === 'archive') &&
      (tickers === undefined || tickers.includes(info.ticker)) &&
      (event === undefined || info.event.ticker === event) &&
      (series === undefined || info.event.series.ticker === series) &&
      (statuses === undefined || statuses.includes(marketStatus(world, info))) &&
      times(info),
  )
  const page = pageOf(rows, ({ ticker }) => ticker, limit, query.text('cursor'))
  return ok({ markets: page.items.map((info) => marketJson(world, info)), cursor: page.cursor })
}

export const getMarket = (call: SimulatorCall): HttpReply =>
  ok({ market: marketJson(call.world, marketOf(call, call.params['ticker'])) })

export const getArchivedMarket = (call: SimulatorCall): HttpReply =>
  ok({ market: marketJson(call.world, marketOf(call, call.params['ticker'], 'archive')) })

export const getOrderbook = (call: SimulatorCall): HttpReply => {
  const depth = call.query('GetMarketOrderbook').whole('depth') ?? 0
  if (depth < 0 || depth > 100) throw badQuery('GetMarketOrderbook', 'Depth', depth < 0 ? 'gte' : 'lte')
  return ok({ orderbook_fp: orderbookJson(call.world, marketOf(call, call.params['ticker']), depth) })
}

export const listOrderbooks = (call: SimulatorCall): HttpReply => {
  const tickers = call.query('GetMarketOrderbooks').list('tickers', 100)
  if (tickers === undefined) throw badQuery('GetMarketOrderbooks', 'Tickers', 'required')
  const found = tickers.flatMap((ticker) => call.world.catalogue.markets.get(ticker) ?? [])
  return ok({
    orderbooks: found.map((info) => ({ ticker: info.ticker, orderbook_fp: orderbookJson(call.world, info, 0) })),
  })
}

export const listTrades = (call: SimulatorCall): HttpReply => tradesIn(call, 'live')

export const listArchivedTrades = (call: SimulatorCall): HttpReply => tradesIn(call, 'archive')

const tradesIn = (call: SimulatorCall, part: Part): HttpReply => {
  const query = call.query(part === 'live' ? 'GetTrades' : 'GetHistoricalTrades')
  const limit = query.limit(1000, 100)
  const ticker = query.text('ticker')
  const from = (query.whole('min_ts') ?? Number.NEGATIVE_INFINITY) * 1000
  const to = (query.whole('max_ts') ?? Number.POSITIVE_INFINITY) * 1000
  const kind = query.text('is_block_trade')
  const rows = call.world.engine.ledger.trades
    .filter((trade) => isArchivedTrade(call.world, trade) === (part === 'archive'))
    .filter(({ market, at }) => (ticker === undefined || market === ticker) && at >= from && at <= to)
    .filter(({ isBlock = false }) => kind === undefined || isBlock === (kind === 'true'))
    .reverse()
  const page = pageOf(rows, ({ id }) => id, limit, query.text('cursor'))
  const trades = page.items.map((trade) => ({
    trade_id: trade.id,
    ticker: trade.market,
    count_fp: count(trade.qty),
    yes_price_dollars: dollars(trade.price),
    no_price_dollars: dollars(ONE - trade.price),
    taker_outcome_side: trade.buyFlag ? 'yes' : 'no',
    taker_book_side: trade.buyFlag ? 'bid' : 'ask',
    taker_side: trade.buyFlag ? 'yes' : 'no',
    created_time: microTime(trade.at, trade.sequence),
    is_block_trade: trade.isBlock ?? false,
  }))
  return ok({ trades, cursor: page.cursor })
}

export const marketOf = (call: SimulatorCall, ticker: string | undefined, part: Part = 'live'): MarketInfo => {
  const info = call.world.catalogue.markets.get(ticker ?? '')
  if (info === undefined || isArchivedMarket(call.world, info) !== (part === 'archive')) throw refusal(404, 'not_found')
  return info
}

/** Both sides are bids, worst first, as recorded; the NO bids are the YES asks (Kalshi reference, section 5.2). */
const orderbookJson = (world: KalshiWorld, { ticker }: MarketInfo, depth: number) => {
  const { bids, asks } = world.engine.ledger.bookOf(ticker)
  const most = depth === 0 ? Number.POSITIVE_INFINITY : depth
  const worstFirst = (levels: { price: number; qty: number }[]) =>
    levels
      .slice(0, most)
      .reverse()
      .map(({ price, qty }) => [dollars(price), count(qty)])
  return {
    yes_dollars: worstFirst(levelsOf(bids)),
    no_dollars: worstFirst(levelsOf(asks).map(({ price, qty }) => ({ price: ONE - price, qty }))),
  }
}

export const statusFilter = (query: QueryReader, operation: string): readonly string[] | undefined => {
  const status = query.text('status')
  if (status === undefined) return undefined
  const words = Object.hasOwn(FILTERED, status) ? FILTERED[status] : undefined
  if (words === undefined) throw badQuery(operation, 'Status', 'oneof')
  return words
}

/** Each pair of times goes with some statuses only (Kalshi reference, section 5.1). */
const timeFilters = (world: KalshiWorld, query: QueryReader) => {
  const status = query.text('status')
  const range = (name: string, allowed: readonly string[]) => {
    const from = query.whole(`min_${name}_ts`)
    const to = query.whole(`max_${name}_ts`)
    if ((from !== undefined || to !== undefined) && status !== undefined && !allowed.includes(status)) {
      throw badQuery('GetMarkets', 'Status', 'oneof')
    }
    return (at: number | null): boolean =>
      (from === undefined || (at !== null && at >= from * 1000)) &&
      (to === undefined || (at !== null && at <= to * 1000))
  }
  const created = range('created', ['unopened', 'open'])
  const closing = range('close', ['closed'])
  const settled = range('settled', ['settled'])
  const updated = range('updated', Object.keys(FILTERED))
  return (info: MarketInfo): boolean => {
    const state = stateOf(world, info)
    return created(info.createdAt) && closing(state.closesAt) && settled(state.settledAt) && updated(state.updatedAt)
  }
}
