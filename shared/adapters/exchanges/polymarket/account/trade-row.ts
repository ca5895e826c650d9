/**
 * One row of the account's trades. An unreadable row does not cost the others: it is reported with the orders it may
 * belong to.
 */

import * as v from 'valibot'
import type { UnreadTrade } from '#ports/exchanges/exchange-reports.ts'
import { WireTrade } from '../http/wire.ts'

export type TradeRow =
  | { readonly kind: 'read'; readonly id: string; readonly trader_side: string; readonly trade: WireTrade }
  | { readonly kind: 'unread'; readonly id: string; readonly trader_side: string; readonly trade: UnreadTrade }

export const tradeRow = (raw: unknown): TradeRow => {
  const reading = v.safeParse(WireTrade, raw)
  if (reading.success) {
    const trade = reading.output
    return { kind: 'read', id: trade.id, trader_side: trade.trader_side ?? '', trade }
  }
  const named = v.safeParse(Names, raw)
  const { id, trader_side, taker_order_id, maker_orders } = named.success ? named.output : NAMELESS
  const ids = [taker_order_id, ...(maker_orders ?? []).map(({ order_id }) => order_id)]
  const reason = `${v.getDotPath(reading.issues[0]) ?? 'the row'}: ${reading.issues[0].message}`
  const trade = { tradeId: id, exchangeOrderIds: ids.flatMap((one) => one?.toLowerCase() || []), reason }
  return { kind: 'unread', id, trader_side: trader_side ?? '', trade }
}

const name = v.fallback(v.nullish(v.string()), null)

const Names = v.object({
  id: v.fallback(v.string(), ''),
  trader_side: name,
  taker_order_id: name,
  maker_orders: v.fallback(v.nullish(v.array(v.object({ order_id: name }))), null),
})

const NAMELESS: v.InferOutput<typeof Names> = { id: '', trader_side: null, taker_order_id: null, maker_orders: null }
