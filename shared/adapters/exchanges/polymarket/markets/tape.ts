/**
 * Public trades of one market, from the Data host (Polymarket reference, section 7.1). Both tokens trade in one pool: a
 * trade in NO is the opposite trade in YES.
 */

import { oneMinus } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { fieldsOf } from '../../http/error-words.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readTape } from '../../read-tape.ts'
import { readTrades } from '../../read-trades.ts'
import type { Client } from '../http/client.ts'
import { WireTapePage, WireTapeTrade } from '../http/wire.ts'
import { toRoundedPrice, toRoundedQty } from '../http/wire-amounts.ts'
import { endOfTrades } from './end-of-trades.ts'
import { isNoToken } from './is-no-token.ts'
import { tradeNames } from './trade-names.ts'

export const tape =
  (api: Client, clock: Clock, onSkip: OnSkip): MarketDataSource['trades'] =>
  ({ nativeId, tokenIdYes: yes, tokenIdNo: no }, { limit, before }, signal) => {
    const end = before === null ? endOfTrades(clock()) : Math.ceil(before / SECOND)
    let nameTrade = tradeNames()
    return readTape<string>({ limit }, async (most, next) => {
      if (next === null) nameTrade = tradeNames()
      // Requests one row for each trade, the one of its taker. This is the default, and is sent because all counts
      // depend on it.
      const query = { condition: nativeId, taker_only: 'true', limit: most, end, cursor: next ?? undefined }
      const call = { host: 'data', area: 'price_history', path: '/v2/trades', query } as const
      const { body, asOf } = await api.readDated(null, call, WireTapePage, signal)
      const skipping = { nameOf: () => nativeId, onSkip }
      const { trades: all, unread } = readTrades(body.data ?? [], WireTapeTrade, skipping, (wire) =>
        toTrade(wire, isNoToken(wire.token_id, { yes, no }), nameTrade),
      )
      const trades = all.filter(({ at }) => before === null || at < before).sort((a, b) => b.at - a.at)
      const { has_more: hasMore, next_cursor: cursor } = body.pagination ?? {}
      const unreadAt = unread.map((row) => timeOf(row) ?? asOf)
      return { trades, next: hasMore && cursor ? cursor : null, asOf, unreadAt }
    })
  }

const timeOf = (row: unknown): Millis | null => {
  const { timestamp } = fieldsOf(row)
  return typeof timestamp === 'number' ? timestamp * SECOND : null
}

const toTrade = (wire: WireTapeTrade, isNo: boolean, nameTrade: ReturnType<typeof tradeNames>): PublicTrade => {
  const price = toRoundedPrice('trade price', wire.price)
  const at = wire.timestamp * SECOND
  return {
    tradeId: nameTrade(wire, at),
    price: isNo ? oneMinus(price) : price,
    qty: toRoundedQty('trade size', wire.size),
    takerBuys: (wire.side === 'BUY') !== isNo,
    at,
  }
}
