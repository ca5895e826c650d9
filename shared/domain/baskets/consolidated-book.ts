/** The consolidated book of a custom asset, from the books of its members. */

import { ONE, type Price, price, type Qty, qty } from '../kernel/numbers.ts'
import type { Depth, Level } from '../markets/depth.ts'
import type { Allocation } from './plan.ts'

/**
 * BEST_PRICE: every level of every member at its own price, sizes at equal prices added. The members trade in different
 * places, so the best bid can be above the best ask.
 *
 * EQUAL: what one contract costs or brings when all members are traded evenly: at each depth the mean of their prices there,
 * for as many contracts as all of them have at these prices; it ends where the first of them has no more.
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
  const walks = sides.map((levels) => ({ levels, at: 0, left: levels[0]?.qty ?? 0 }))
  const sizes = new Map<Price, number>()
  while (walks.length > 0 && walks.every(({ levels, at }) => at < levels.length)) {
    const step = Math.min(...walks.map(({ left }) => left))
    const mean = meanOf(
      walks.map(({ levels, at }) => levels[at]?.price ?? 0),
      isAsk,
    )
    sizes.set(mean, (sizes.get(mean) ?? 0) + step * walks.length)
    for (const walk of walks) {
      walk.left -= step
      if (walk.left > 0) continue
      walk.at += 1
      walk.left = walk.levels[walk.at]?.qty ?? 0
    }
  }
  return [...sizes].map(([at, size]) => ({ price: at, qty: bounded(size) }))
}

/** The mean, rounded against the trader: a price that is shown can be had. */
const meanOf = (prices: readonly number[], isAsk: boolean): Price => {
  const mean = prices.reduce((sum, each) => sum + each, 0) / prices.length
  return price(isAsk ? Math.ceil(mean) : Math.floor(mean))
}

/** The most a quantity can be. */
const MOST = ONE * 1e9

const bounded = (size: number): Qty => qty(Math.min(size, MOST))
