/** Trades of an order if it arrived now. */

import type { EngineMarket } from '../../../engine/ledger/engine-state.ts'
import { contractCost } from '../../../engine/matching/contract-cost.ts'
import { crosses, ownSide } from '../../../engine/matching/order-book.ts'
import { qtyFor } from '../../../engine/matching/spending.ts'
import type { PolymarketWorld } from '../../world/world.ts'

export interface Scan {
  readonly qty: number
  /** At the price of the side it takes. */
  readonly cost: number
  readonly fee: number
  /** True if all of it trades. */
  readonly isFull: boolean
}

/** `price` and `buyFlag` are about YES; `spend` in dollars replaces `qty`. */
export const walkBook = (
  world: Pick<PolymarketWorld, 'engine' | 'fees'>,
  market: EngineMarket,
  order: {
    readonly account: string
    readonly buyFlag: boolean
    readonly price: number
    readonly qty: number
    readonly spend: number | null
  },
): Scan => {
  const { account, buyFlag, price, spend } = order
  let [qty, cost, fee] = [0, 0, 0]
  const requested = (at: number): number =>
    spend === null ? order.qty - qty : qtyFor(market, buyFlag, at, Math.max(0, spend - cost))
  for (const maker of ownSide(world.engine.ledger.bookOf(market.id), !buyFlag)) {
    if (!crosses(buyFlag, price, maker)) break
    if (maker.account === account) continue
    const part = Math.min(requested(maker.price), maker.remaining)
    if (part <= 0) break
    const yesCost = contractCost(maker.price, part)
    qty += part
    cost += buyFlag ? yesCost : part - yesCost
    fee += world.fees.reserve(market, maker.price, part, true)
  }
  return { qty, cost, fee, isFull: requested(price) === 0 }
}
