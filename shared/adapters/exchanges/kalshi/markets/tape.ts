/** Public trades of one market (Kalshi reference, section 5.3). */

import { DAY, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { readTape, type TradesRead } from '../../read-tape.ts'
import type { Client } from '../http/client.ts'
import { WireTapePage, type WireTapeTrade } from '../http/wire.ts'
import { toMillis, toPrice, toQty } from '../http/wire-values.ts'
import { takerBuys } from './taker-buys.ts'

/** Trades younger than this are in the live list for certain: the archive takes over some weeks after a trade. */
const LIVE_FOR = 14 * DAY

export const tape = (api: Client, clock: Clock): MarketDataSource['trades'] => {
  const readFrom = async (
    path: '/markets/trades' | '/historical/trades',
    ticker: string,
    { before, most }: { readonly before: Millis | null; readonly most: number },
    signal: AbortSignal,
  ): Promise<TradesRead> => {
    // A bound in the future that changes each second excludes no trade, and no cache has an answer to it.
    const until = Math.ceil((before ?? clock() + MINUTE) / SECOND)
    const call = { path, query: { ticker, limit: most, max_ts: until }, cost: 10 }
    const { body, asOf } = await api.readDated(null, call, WireTapePage, signal)
    const told = (body.trades ?? []).map(toTrade)
    const trades = told.filter(({ at }) => before === null || at < before).sort((a, b) => b.at - a.at)
    return { trades, isComplete: !body.cursor, asOf }
  }

  return ({ nativeId: ticker, startsAt }, { limit, before }, signal) =>
    readTape({ limit }, async (most) => {
      const live = await readFrom('/markets/trades', ticker, { before, most }, signal)
      const mayBeArchived = live.isComplete && (startsAt ?? 0) < clock() - LIVE_FOR
      if (!mayBeArchived || live.trades.length >= most) return live
      const archive = await readFrom('/historical/trades', ticker, { before, most }, signal)
      // The two overlap.
      const known = new Set(live.trades.map(({ tradeId }) => tradeId))
      const older = archive.trades.filter(({ tradeId }) => !known.has(tradeId))
      return { ...archive, trades: [...live.trades, ...older].sort((a, b) => b.at - a.at), asOf: live.asOf }
    })
}

const toTrade = (wire: WireTapeTrade): PublicTrade => ({
  tradeId: wire.trade_id,
  price: toPrice('yes_price_dollars', wire.yes_price_dollars),
  qty: toQty('count_fp', wire.count_fp),
  takerBuys: takerBuys(wire),
  at: toMillis('created_time', wire.created_time),
})
