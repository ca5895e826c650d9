/**
 * The two signed amounts of an order, in base units (Polymarket reference, section 3.4). A buy gives dollars (maker)
 * for shares (taker), a sell shares for dollars; their ratio is the order's limit. One base unit is one millionth of a
 * share or dollar. So an amount is rounded only if the exchange takes fewer decimals of it.
 */

import type { Price, Qty } from '#domain/kernel/numbers.ts'
import type { OrderFields } from '../signing/order-fields.ts'

export interface Amounts {
  readonly makerAmount: bigint
  readonly takerAmount: bigint
}

/**
 * Returns the amounts of GTC and GTD: shares to 2 decimals, and exactly shares × price in dollars ("Limit"). A price of
 * tick precision has at most 4 decimals, so the product is whole and within the tick's "amount dp". Null for other
 * sizes and prices.
 */
export const limitAmounts = (side: OrderFields['side'], price: Price, size: Qty): Amounts | null => {
  if (!isTradable(price, size)) return null
  const cost = BigInt(price) * BigInt(size)
  if (cost % ONE !== 0n) return null
  const [shares, dollars] = [BigInt(size), cost / ONE]
  return side === 'BUY' ? { makerAmount: dollars, takerAmount: shares } : { makerAmount: shares, takerAmount: dollars }
}

/**
 * Returns the amounts of FAK and FOK sells: shares to 2 decimals, dollars floored to 4, which is the most ("Market
 * SELL" and "Server limits"). The floor lowers the limit by less than 0.0001 dollars over the whole order. From one
 * share on this is less than any tick, so that no lower price comes into reach. Below one share it is less than 0.0001
 * dollars in all. Null if the floor leaves no dollars.
 */
export const marketSellAmounts = (price: Price, size: Qty): Amounts | null => {
  if (!isTradable(price, size)) return null
  const takerAmount = floorTo((BigInt(price) * BigInt(size)) / ONE, TEN_THOUSANDTH)
  return takerAmount === 0n ? null : { makerAmount: BigInt(size), takerAmount }
}

/**
 * Returns the amounts of FOK buys, which spend their dollars ("Execution meaning"): dollars to 2 decimals, shares to 4
 * ("Market BUY" and "Server limits"). Rounded dollars would move the limit or the size, so shares × price must be whole
 * cents: null if it is not. If a resting order asks less than the price, the dollars buy more shares than the size.
 */
export const fokBuyAmounts = (price: Price, size: Qty): Amounts | null => {
  if (!isTradable(price, size)) return null
  const cost = BigInt(price) * BigInt(size)
  return cost % (CENT * ONE) === 0n
    ? { makerAmount: cost / ONE, takerAmount: floorTo(BigInt(size), TEN_THOUSANDTH) }
    : null
}

const ONE = 1_000_000n
const CENT = 10_000n
const TEN_THOUSANDTH = 100n

/** Sizes have 2 decimals on every market, whatever its tick. */
const isTradable = (price: Price, size: Qty): boolean =>
  price > 0 && BigInt(price) < ONE && size > 0 && BigInt(size) % CENT === 0n

const floorTo = (amount: bigint, step: bigint): bigint => amount - (amount % step)
