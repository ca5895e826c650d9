/** A position valued at the present quote of its market, by the rule of the service. */

import type { Position, Quote } from '../../api/types.ts'
import { markOf } from '../mark-of.ts'

/** Unchanged if its market is decided, if the quote has no price, or if the service has valued it later. */
export const valuedAt = (position: Position, quote: Quote | undefined): Position => {
  const { position: held, settlement, mark_price, market_value, unrealized_pnl } = position
  const mark = quote === undefined ? null : markFor(held, quote)
  if (mark === null || settlement !== null || held === 0) return position
  if (mark_price !== null && (quote?.as_of ?? '') < position.as_of) return position
  const value = toMicros(held > 0 ? held * mark : -held * (1 - mark))
  const cost = costOf(position)
  const gain =
    unrealized_pnl !== null && market_value !== null
      ? unrealized_pnl + value - market_value
      : cost === null
        ? null
        : held * mark - cost
  return { ...position, mark_price: mark, market_value: value, unrealized_pnl: gain === null ? null : toMicros(gain) }
}

/** The mark that stops watch. Without one, the side of the book that would close the position. */
const markFor = (held: number, { best_bid: bid, best_ask: ask, last_price: last }: Quote): number | null =>
  markOf({ bid, ask, last }) ?? (held > 0 ? bid : ask)

/** Cost of the held contracts: all payments, less sales and their gains. Null where trades are not known. */
const costOf = (position: Position): number | null => {
  const { total_qty_bought, total_qty_sold, avg_buy_price, avg_sell_price, realized_pnl, total_fees } = position
  if (Math.abs(total_qty_bought - total_qty_sold - position.position) > 0.000_001) return null
  const paid = total_qty_bought * (avg_buy_price ?? 0) - total_qty_sold * (avg_sell_price ?? 0)
  return paid + realized_pnl + total_fees
}

const toMicros = (amount: number): number => Math.round(amount * 1_000_000) / 1_000_000
