/** A position that the exchange has not valued yet, valued at the price of now. */

import type { Position } from '../api/types.ts'

/** Unchanged if the service knows its mark, or if no price is known. `chance` is a YES price in dollars. */
export const valuedAt = (position: Position, chance: number | null): Position => {
  const { mark_price, position: held, settlement } = position
  if (mark_price !== null || chance === null || settlement !== null || held === 0) return position
  const cost = costOf(position)
  return {
    ...position,
    mark_price: chance,
    market_value: toMicros(held > 0 ? held * chance : -held * (1 - chance)),
    unrealized_pnl: cost === null ? null : toMicros(held * chance - cost),
  }
}

/** Cost of the held contracts: all payments, less sales and their gains. Null where trades are not known. */
const costOf = (position: Position): number | null => {
  const { total_qty_bought, total_qty_sold, avg_buy_price, avg_sell_price, realized_pnl, total_fees } = position
  if (Math.abs(total_qty_bought - total_qty_sold - position.position) > 0.000_001) return null
  const paid = total_qty_bought * (avg_buy_price ?? 0) - total_qty_sold * (avg_sell_price ?? 0)
  return paid + realized_pnl + total_fees
}

const toMicros = (amount: number): number => Math.round(amount * 1_000_000) / 1_000_000
