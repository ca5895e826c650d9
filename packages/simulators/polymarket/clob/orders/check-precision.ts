/** How many decimals an order's amounts may have (Polymarket reference, sections 3.4 and 3.9). */

import { refusal } from '../../http/refusal.ts'
import { decimal } from '../../http/wire-decimals.ts'
import type { PolymarketMarket } from '../../world/catalogue.ts'
import type { OrderBody } from './read-order.ts'

export const checkPrecision = ({ order, orderType }: OrderBody, { tick }: PolymarketMarket): void => {
  const isMarketable = orderType === 'FOK' || orderType === 'FAK'
  const isBuy = order.side === 'BUY'
  const [makerMost, takerMost] = isMarketable ? [2, 4] : isBuy ? [amountDecimals(tick), 2] : [2, amountDecimals(tick)]
  if (decimalsOf(order.makerAmount) <= makerMost && decimalsOf(order.takerAmount) <= takerMost) return
  const kind = `${isMarketable ? 'market ' : ''}${isBuy ? 'buy' : 'sell'}`
  const words = `maker amount supports a max accuracy of ${makerMost} decimals, taker amount a max of ${takerMost} decimals`
  throw refusal(400, `invalid amounts, the ${kind} orders ${words}`)
}

/** Decimals of the pUSD side of a limit order (Polymarket reference, section 3.4). */
const amountDecimals = (tick: number): number => {
  if (tick === 100_000) return 3
  if (tick === 10_000) return 4
  return tick === 5_000 || tick === 1_000 ? 5 : 6
}

const decimalsOf = (millionths: number): number => decimal(millionths).split('.')[1]?.length ?? 0
