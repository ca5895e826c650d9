/** The limit price that an order's amounts mean, on the market's grid. */

import { ONE } from '../../../engine/matching/contract-cost.ts'
import { refusal } from '../../http/refusal.ts'
import { decimal } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import type { OrderBody } from './read-order.ts'

/**
 * A limit order's price must be on the grid. The rounded amounts of a FOK or FAK mean a price beside it. It reaches
 * every resting order that the exact price reaches, so the grid price inside of it is used.
 */
export const limitPrice = ({ order, orderType }: OrderBody, { tick }: PolymarketMarket, id: string): number => {
  const isBuy = order.side === 'BUY'
  const [money, shares] = isBuy ? [order.makerAmount, order.takerAmount] : [order.takerAmount, order.makerAmount]
  const scaled = BigInt(money) * BigInt(ONE)
  const unit = BigInt(shares) * BigInt(tick)
  const isMarketable = orderType === 'FOK' || orderType === 'FAK'
  const below = Number(scaled / unit) * tick
  const price = isBuy || scaled % unit === 0n ? below : below + tick
  const isOnGrid = isMarketable || scaled % unit === 0n
  if (!isOnGrid || price < tick || price > ONE - tick) {
    const exact = decimal(Number(scaled / BigInt(shares)))
    throw refusal(400, `order ${id} is invalid. Price (${exact}) breaks minimum tick size rule: ${decimal(tick)}`)
  }
  return price
}
