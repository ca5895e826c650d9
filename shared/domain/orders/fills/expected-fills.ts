/** Computes the trades that an order would make at once on an unchanged book. */

import { type Price, type Qty, qty } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import { walkLevels } from '../../markets/walk-levels.ts'
import type { Order } from '../order.ts'
import { isBeyond } from '../price/price-bounds.ts'

type Taker = Pick<Order, 'qty' | 'buyFlag' | 'timeInForce'>

/**
 * The fills it would get, best price first; none of a FOK that the book cannot fill whole. `levels` is the opposite side of the book,
 * best first; `limit` is the YES price it is sent with.
 */
export const expectedFills = (levels: readonly Level[], order: Taker, limit: Price): readonly Level[] => {
  const fills = walkLevels(
    levels.filter(({ price }) => !isBeyond(price, limit, order.buyFlag)),
    order.qty,
  )
  return order.timeInForce === 'FOK' && filledBy(fills) < order.qty ? [] : fills
}

/** The contracts of all fills together. */
export const filledBy = (fills: readonly Level[]): Qty => qty(fills.reduce((sum, fill) => sum + fill.qty, 0))

/** The book without what the account itself offers there: an order takes its own resting ones out of its way (decision 0009). */
export const withoutOwn = (levels: readonly Level[], own: readonly Level[]): readonly Level[] =>
  levels.flatMap((level) => {
    const left = level.qty - filledBy(own.filter(({ price }) => price === level.price))
    return left > 0 ? [{ ...level, qty: qty(left) }] : []
  })

/** The fills of an order that its exchange gets in parts of these sizes, one after another: each part is charged for itself. */
export const cutIntoParts = (fills: readonly Level[], parts: readonly Qty[]): readonly Level[] => {
  let before = 0
  return parts.flatMap((part) => {
    const takes = walkLevels(levelsAfter(fills, before), part)
    before += part
    return takes
  })
}

/** Returns the levels without their first `amount`. */
const levelsAfter = (levels: readonly Level[], amount: number): readonly Level[] => {
  let gone = amount
  return levels.flatMap((level) => {
    const taken = Math.min(gone, level.qty)
    gone -= taken
    return taken === level.qty ? [] : [{ ...level, qty: qty(level.qty - taken) }]
  })
}
