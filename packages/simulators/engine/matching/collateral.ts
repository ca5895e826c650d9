/** Cash that the resting orders of one account in one market hold back, if a position covers opposite orders. */

import type { EngineOrder } from '../ledger/engine-state.ts'
import { stake } from './contract-cost.ts'
import { rest, unrest } from './order-book.ts'

export interface Holding {
  /** Own resting orders, best price first. */
  readonly bids: EngineOrder[]
  readonly asks: EngineOrder[]
  readonly amounts: Map<string, number>
  /** Σ of the amounts: what the orders would hold without any position. */
  gross: number
}

export const createHolding = (): Holding => ({ bids: [], asks: [], amounts: new Map(), gross: 0 })

export const addHeld = (holding: Holding, order: EngineOrder, fees: number): void => {
  rest(order.buyFlag ? holding.bids : holding.asks, order)
  reweighHeld(holding, order, fees)
}

/** After the order's remaining size changed. */
export const reweighHeld = (holding: Holding, order: EngineOrder, fees: number): void => {
  const amount = stake(order.buyFlag, order.price, order.remaining) + fees
  holding.gross += amount - (holding.amounts.get(order.id) ?? 0)
  holding.amounts.set(order.id, amount)
}

export const dropHeld = (holding: Holding, order: EngineOrder): void => {
  if (!unrest(order.buyFlag ? holding.bids : holding.asks, order)) return
  holding.gross -= holding.amounts.get(order.id) ?? 0
  holding.amounts.delete(order.id)
}

/** Cash that the orders hold, with the position counted: it covers the orders that would fill first. */
export const suspended = (holding: Holding, net: number): number => {
  let cover = Math.abs(net)
  let held = holding.gross
  for (const { buyFlag, price, remaining } of net > 0 ? holding.asks : holding.bids) {
    if (cover <= 0) break
    const covered = Math.min(cover, remaining)
    held -= stake(buyFlag, price, remaining) - stake(buyFlag, price, remaining - covered)
    cover -= covered
  }
  return held
}
