/** The consolidated book of a custom asset, from the books of its members. */

import { ONE, type Price, price, type Qty, qty } from '../kernel/numbers.ts'
import type { Depth, Level } from '../markets/depth.ts'
import type { Allocation } from './plan/plan.ts'

/**
 * BEST_PRICE: every level of every member at its own price, sizes at equal prices added. The members trade at different exchanges, so the
 * best bid can be above the best ask.
 *
 * EQUAL: the price of one contract if all members are traded evenly. Each level has the mean of the members' prices at one depth, and the
 * quantity that all members have at these prices. The book ends at the end of the shortest member.
 */
export const consolidatedBook = (allocation: Allocation, books: readonly Depth[]): Depth => {
  const sideOf = allocation === 'EQUAL' ? evenSide : mergedSide
  return {
    bids: sideOf(
      books.map(({ bids }) => bids),
      false,
    ),
    asks: sideOf(
      books.map(({ asks }) => asks),
      true,
    ),
  }
}

type Side = readonly Level[]

const mergedSide = (sides: readonly Side[], isAsk: boolean): Side => {
  const sizes = new Map<Price, number>()
  for (const level of sides.flat()) sizes.set(level.price, (sizes.get(level.price) ?? 0) + level.qty)
  const levels = [...sizes].map(([at, size]) => ({ price: at, qty: bounded(size) }))
  return levels.sort((a, b) => (isAsk ? a.price - b.price : b.price - a.price))
}

const evenSide = (sides: readonly Side[], isAsk: boolean): Side => {
  const scans = sides.map((levels) => ({ levels, at: 0, left: levels[0]?.qty ?? 0 }))
  const sizes = new Map<Price, number>()
  while (scans.length > 0 && scans.every(({ levels, at }) => at < levels.length)) {
    const step = Math.min(...scans.map(({ left }) => left))
    const mean = meanOf(
      scans.map(({ levels, at }) => levels[at]?.price ?? 0),
      isAsk,
    )
    sizes.set(mean, (sizes.get(mean) ?? 0) + step * scans.length)
    for (const scan of scans) {
      scan.left -= step
      if (scan.left > 0) continue
      scan.at += 1
      scan.left = scan.levels[scan.at]?.qty ?? 0
    }
  }
  return [...sizes].map(([at, size]) => ({ price: at, qty: bounded(size) }))
}

/** The mean, rounded against the trader: every shown price is available. */
const meanOf = (prices: readonly number[], isAsk: boolean): Price => {
  const mean = prices.reduce((sum, each) => sum + each, 0) / prices.length
  return price(isAsk ? Math.ceil(mean) : Math.floor(mean))
}

/** Maximum quantity. */
const MOST = ONE * 1e9

const bounded = (size: number): Qty => qty(Math.min(size, MOST))
