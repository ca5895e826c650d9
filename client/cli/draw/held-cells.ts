/** Cells that tables of positions share. */

import { priceOrNone } from './numbers.ts'

interface Held {
  readonly position: number
  readonly avg_buy_price: number | null
  readonly avg_sell_price: number | null
  readonly mark_price: number | null
}

/** Cells of the columns holds, qty, cost and mark. */
export const heldCells = (one: Held) =>
  [
    one.position > 0 ? 'YES' : one.position < 0 ? 'NO' : '',
    Math.abs(one.position),
    one.position === 0 ? '' : priceOrNone(one.position < 0 ? one.avg_sell_price : one.avg_buy_price),
    priceOrNone(one.mark_price),
  ] as const
