/** The quantities that an exchange accepts for an order. */

import type { Qty } from '../kernel/numbers.ts'

export interface LotSize {
  readonly lot: Qty
  readonly least: Qty
  /** Smallest quantity of an order that sells at once; absent: `least`. */
  readonly leastAtOnce?: Qty
}

/** The largest quantity an order can have of `qty`; 0 when that is less than the exchange accepts. Without `least` every whole lot is accepted. */
export const flooredToLot = ({ lot, least }: Pick<LotSize, 'lot'> & Partial<LotSize>, qty: number): Qty => {
  const floored = lot > 0 ? Math.floor(qty / lot) * lot : qty
  return (floored < (least ?? 0) || floored <= 0 ? 0 : floored) as Qty
}
