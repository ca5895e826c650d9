/** Public trades of one market (Kalshi reference, section 5.3). */

import { DAY, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readTape, type TradesRead } from '../../read-tape.ts'
import { readTrades } from '../../read-trades.ts'
import type { Client } from '../http/client.ts'
import { WireTapeTrade, WireTradePage } from '../http/wire.ts'
import { toMillis, toPrice, toQty } from '../http/wire-values.ts'
import { takerBuys } from './taker-buys.ts'
import { unreadTrade } from './unread-trade.ts'

/** Trades younger than this are in the live list for certain: they move to the archive some weeks after the trade. */
const LIVE_FOR = 14 * DAY

type Path = '/markets/trades' | '/historical/trades'

/** A list, and the cursor of its next page. */
interface Next {
  readonly path: Path
  readonly cursor: string
}

export const tape = (api: Client, clock: Clock, onSkip: OnSkip): MarketDataSource['trades'] => {
  const readFrom = async (
    { path, cursor }: { readonly path: Path; readonly cursor: string | null },
    query: { readonly ticker: string; readonly limit: number; readonly max_ts: number },
    before: Millis | null,
    signal: AbortSignal,
  ): Promise<TradesRead<Next>> => {
    const call = { path, query: { ...query, cursor: cursor ?? undefined }, cost: 10 }
    const { body, asOf } = await api.readDated(null, call, WireTradePage, signal)
    const skipping = { nameOf: () => query.ticker, onSkip }
    const { trades: all, unread } = readTrades(body.trades ?? [], WireTapeTrade, skipping, toTrade)
    const trades = all.filter(({ at }) => before === null || at < before).sort((a, b) => b.at - a.at)
    const unreadAt = unread.map((row) => unreadTrade(row).at ?? asOf)
    return { trades, next: body.cursor ? { path, cursor: body.cursor } : null, asOf, unreadAt }
  }

  return ({ nativeId: ticker, startsAt }, { limit, before }, signal) => {
    // A bound in the future that changes each second excludes no trade, and keeps caches from answering.
    const until = Math.ceil((before ?? clock() + MINUTE) / SECOND)
    return readTape<Next>({ limit }, async (most, next) => {
      const query = { ticker, limit: most, max_ts: until }
      const read = await readFrom(next ?? { path: '/markets/trades', cursor: null }, query, before, signal)
      const endsLive = read.next === null && next?.path !== '/historical/trades'
      if (!endsLive || (startsAt ?? 0) >= clock() - LIVE_FOR) return read
      const archive = await readFrom({ path: '/historical/trades', cursor: null }, query, before, signal)
      // The live list and the archive overlap.
      const known = new Set(read.trades.map(({ tradeId }) => tradeId))
      const older = archive.trades.filter(({ tradeId }) => !known.has(tradeId))
      const trades = [...read.trades, ...older].sort((a, b) => b.at - a.at)
      return { trades, next: archive.next, asOf: read.asOf, unreadAt: [...read.unreadAt, ...archive.unreadAt] }
    })
  }
}

const toTrade = (wire: WireTapeTrade): PublicTrade => ({
  tradeId: wire.trade_id,
  price: toPrice('yes_price_dollars', wire.yes_price_dollars),
  qty: toQty('count_fp', wire.count_fp),
  takerBuys: takerBuys(wire),
  isBlockTrade: wire.is_block_trade === true,
  at: toMillis('created_time', wire.created_time),
})
