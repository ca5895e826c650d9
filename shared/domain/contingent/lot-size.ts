/** What an exchange lets an order's quantity be. */

import type { Qty } from '../kernel/numbers.ts'

export interface LotSize {
  readonly lot: Qty
  readonly least: Qty
}

/** The most an order can be of it; 0 when that is less than the exchange takes. */
export const flooredToLot = ({ lot, least }: LotSize, qty: number): Qty => {
  const floored = lot > 0 ? Math.floor(qty / lot) * lot : qty
  return (floored < least || floored <= 0 ? 0 : floored) as Qty
}
