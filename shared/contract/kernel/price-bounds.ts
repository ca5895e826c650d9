/** The fields that bound how far an order without a limit price may trade. */

import type { PriceBounds } from '#domain/orders/price/price-bounds.ts'
import { toTradePrice, tradePrice } from './trade-price.ts'

/** Both may be left out. */
export const priceBounds = () => ({
  max_slippage: tradePrice(),
  protection_price: tradePrice(),
})

interface Fields {
  readonly max_slippage?: number | null | undefined
  readonly protection_price?: number | null | undefined
}

/** In the domain's units. */
export const toPriceBounds = ({ max_slippage, protection_price }: Fields): PriceBounds => ({
  maxSlippage: toTradePrice(max_slippage),
  protectionPrice: toTradePrice(protection_price),
})
