/** Previews an order on the books as they are, before it is placed. */

import { takerFee } from '../../exchanges/fees/taker-fee.ts'
import { averagePrice, exactCost, type Money, money, type Price, price, type Qty, qty } from '../../kernel/numbers.ts'
import type { Level } from '../../markets/depth.ts'
import type { Market } from '../../markets/market.ts'
import { worstCost } from '../../risk/limits.ts'
import { cutIntoParts, expectedFills, filledBy } from '../fills/expected-fills.ts'
import { mayRest } from '../may-rest.ts'
import type { Order } from '../order.ts'

/** A remark on an order: a stable code, and a sentence for a person. */
export interface Remark {
  readonly code: string
  readonly detail: string
}

/** Expected result of the order in one market. Money in 1e-6 dollars, quantities in millionths of a contract. */
export interface PreviewLeg {
  readonly market: Market
  /** Quantity that would fill at once. */
  readonly qty: Qty
  /** Quantity that would rest on the book after that. */
  readonly restingQty: Qty
  /** The YES price it would be sent with now: nothing trades beyond it. Null if nothing would be sent. */
  readonly worstPrice: Price | null
  /** Average price of the fills at once; null without a fill. */
  readonly averagePrice: Price | null
  /** In 1e-12 dollars: what the fills cost in YES terms. */
  readonly cost: bigint
  /** Fees of these fills. */
  readonly fee: Money
  /** Cost at the limit of the part that opens or adds to a position, without fees. */
  readonly stake: Money
  /** The stake and the fees. */
  readonly cashNeeded: Money
  /** Free cash at the exchange of the market; null if the exchange does not report it. */
  readonly cashFree: Money | null
  /** In millionths of a contract; above 0 holds YES, below 0 holds NO. Null if the position is not known. */
  readonly positionAfter: number | null
}

export interface OrderPreview {
  readonly legs: readonly PreviewLeg[]
  /** Facts that the user should know, although the order would be accepted. */
  readonly warnings: readonly Remark[]
  /** Why the order would not be taken, by the service or by the exchange. */
  readonly refusals: readonly Remark[]
}

export interface LegInput {
  readonly market: Market
  readonly order: Pick<Order, 'qty' | 'buyFlag' | 'timeInForce'>
  /** The price it would be sent with. */
  readonly limit: Price
  /** The opposite side of the book, best first. */
  readonly levels: readonly Level[]
  /** In millionths of a contract; above 0 holds YES. Null if it is unknown. */
  readonly position: number | null
  readonly cashFree: Money | null
  /** The parts the exchange gets it in; null if it always goes as one. */
  readonly parts: readonly { readonly qty: Qty; readonly opens: boolean }[] | null
}

/** The leg that an order makes in a market. */
export const previewLeg = ({ market, order, limit, levels, position, cashFree, parts }: LegInput): PreviewLeg => {
  const { buyFlag } = order
  const fills = cutIntoParts(expectedFills(levels, order, limit), parts?.map((part) => part.qty) ?? [order.qty])
  const filled = filledBy(fills)
  const rests = mayRest(order)
  const restingQty = rests ? qty(order.qty - filled) : qty(0)
  const held = position ?? 0
  const closable = Math.max(0, buyFlag ? -held : held)
  const sent = rests || filled > 0 ? order.qty : qty(0)
  const opening = parts === null ? qty(Math.max(0, sent - closable)) : openingOf(parts)
  const fee = takerFee(market, buyFlag, fills)
  const cost = fills.reduce((sum, fill) => sum + exactCost(fill.price, fill.qty), 0n)
  const stake = worstCost({ qty: opening, buyFlag, price: limit })
  return {
    market,
    qty: filled,
    restingQty,
    worstPrice: limit,
    averagePrice: averagePrice(cost, filled),
    cost,
    fee,
    stake,
    cashNeeded: opening === 0 ? money(0) : money(stake + fee),
    cashFree,
    positionAfter: position === null ? null : position + (buyFlag ? filled : -filled),
  }
}

const openingOf = (parts: readonly { readonly qty: Qty; readonly opens: boolean }[]): Qty =>
  qty(parts.filter(({ opens }) => opens).reduce((sum, part) => sum + part.qty, 0))

/** A market in which nothing would happen. */
export const idleLeg = (market: Market, position: number | null, cashFree: Money | null): PreviewLeg => ({
  market,
  qty: qty(0),
  restingQty: qty(0),
  worstPrice: null,
  averagePrice: null,
  cost: 0n,
  fee: money(0),
  stake: money(0),
  cashNeeded: money(0),
  cashFree,
  positionAfter: position,
})

/** Cash that open orders hold back: what a position does not cover of each, at its own price. */
export const heldByOrders = (
  open: readonly Pick<Order, 'svcId' | 'buyFlag' | 'qty' | 'tradedQty' | 'exchangeFilledQty' | 'price'>[],
  positionOf: (svcId: number) => number,
): Money => {
  const cover = new Map<string, number>()
  return money(
    open.reduce((sum, { svcId, buyFlag, qty: whole, tradedQty, exchangeFilledQty, price: at }) => {
      if (at === null) return sum
      const key = `${svcId} ${buyFlag}`
      const left = Math.max(0, whole - Math.max(tradedQty, exchangeFilledQty))
      const free = cover.get(key) ?? Math.max(0, buyFlag ? -positionOf(svcId) : positionOf(svcId))
      const covered = Math.min(left, free)
      cover.set(key, free - covered)
      return sum + worstCost({ qty: qty(left - covered), buyFlag, price: at })
    }, 0),
  )
}

/** All legs together. `averagePrice` is what a contract costs over all of them. */
export const totalsOf = (legs: readonly PreviewLeg[], buyFlag: boolean) => {
  const sum = (of: (leg: PreviewLeg) => number): number => legs.reduce((total, leg) => total + of(leg), 0)
  const [filled, fee] = [qty(sum((leg) => leg.qty)), money(sum((leg) => leg.fee))]
  const cost = legs.reduce((total, leg) => total + leg.cost, 0n)
  const limits = legs.flatMap(({ worstPrice }) => worstPrice ?? [])
  const worst = buyFlag ? Math.max(...limits) : Math.min(...limits)
  return {
    qty: filled,
    restingQty: qty(sum((leg) => leg.restingQty)),
    worstPrice: limits.length === 0 ? null : price(worst),
    averagePrice: averagePrice(cost, filled),
    fee,
    cashNeeded: money(sum((leg) => leg.cashNeeded)),
    positionAfter: legs.some((leg) => leg.positionAfter === null) ? null : sum((leg) => leg.positionAfter ?? 0),
  }
}
