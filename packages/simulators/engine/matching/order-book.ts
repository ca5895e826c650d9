/** The YES book of one market: bids and asks by price, then by place in the queue. */

import type { EngineOrder } from '../ledger/engine-state.ts'

export interface OrderBook {
  readonly bids: EngineOrder[]
  readonly asks: EngineOrder[]
}

export interface BookLevel {
  readonly price: number
  readonly qty: number
}

export const createOrderBook = (): OrderBook => ({ bids: [], asks: [] })

/** The side an order rests on. */
export const ownSide = (book: OrderBook, buyFlag: boolean): EngineOrder[] => (buyFlag ? book.bids : book.asks)

/** True if an order at `price` meets the resting order. */
export const crosses = (buyFlag: boolean, price: number, resting: EngineOrder): boolean =>
  buyFlag ? resting.price <= price : resting.price >= price

/** Puts the order at its place: price first, then time. */
export const rest = (side: EngineOrder[], order: EngineOrder): void => {
  side.splice(placeOf(side, order), 0, order)
}

/** Takes the order out; false when it was not there. */
export const unrest = (side: EngineOrder[], order: EngineOrder): boolean => {
  const place = placeOf(side, order)
  if (side[place] !== order) return false
  side.splice(place, 1)
  return true
}

/** Size per price, best price first. */
export const levelsOf = (side: readonly EngineOrder[]): BookLevel[] => {
  const levels: { price: number; qty: number }[] = []
  for (const order of side) {
    const last = levels.at(-1)
    if (last?.price === order.price) last.qty += order.remaining
    else levels.push({ price: order.price, qty: order.remaining })
  }
  return levels
}

/** How much of the opposite side can be met at `price`, looking no further than `enough`. */
export const volumeWithin = (side: readonly EngineOrder[], buyFlag: boolean, price: number, enough: number): number => {
  let volume = 0
  for (const order of side) {
    if (volume >= enough || !crosses(buyFlag, price, order)) break
    volume += order.remaining
  }
  return volume
}

/** Binary search for the first order that does not come before this one. */
const placeOf = (side: readonly EngineOrder[], order: EngineOrder): number => {
  let low = 0
  let high = side.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = side[middle]
    if (other !== undefined && comesBefore(other, order)) low = middle + 1
    else high = middle
  }
  return low
}

const comesBefore = (one: EngineOrder, other: EngineOrder): boolean =>
  one.price === other.price
    ? one.sequence < other.sequence
    : one.buyFlag
      ? one.price > other.price
      : one.price < other.price
