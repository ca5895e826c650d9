/** Fills a paper order with trades: its fills with their fees, and the account and the order after them. */

import { traitsOf } from '../exchanges/traits-of.ts'
import { add, exactCost, type Money, minus, money, type Price, type Qty } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'
import type { Level } from '../markets/depth.ts'
import type { Market } from '../markets/market.ts'
import { applyFill } from './apply-fill.ts'
import type { PaperAccount, PaperFill } from './paper-account.ts'
import { openQty, type PaperOrder } from './paper-order.ts'

/** A market as it charges fees. */
export type ChargedMarket = Pick<Market, 'exchange' | 'feeTerms' | 'makerFeeRate'>

/** One trade of the order. `tradeId` is unique for the order. */
export interface PaperTrade {
  readonly tradeId: string
  readonly at: Millis
  readonly price: Price
  readonly qty: Qty
}

export interface Filled {
  readonly account: PaperAccount
  readonly order: PaperOrder
  readonly fills: readonly PaperFill[]
}

/** Fills the order as a taker, with all trades of one arrival. */
export const fillAsTaker = (
  account: PaperAccount,
  order: PaperOrder,
  market: ChargedMarket,
  trades: readonly PaperTrade[],
): Filled => book(account, order, trades, takerFees(market, order.buyFlag, trades), false)

/** Fills the order as a maker, with one trade. */
export const fillAsMaker = (
  account: PaperAccount,
  order: PaperOrder,
  market: ChargedMarket,
  trade: PaperTrade,
): Filled => book(account, order, [trade], [makerFee(market, order.buyFlag, trade)], true)

/** Returns the fee of each fill. The exchange may carry rounding from one fill to the next. */
const takerFees = (
  { exchange, feeTerms: terms }: ChargedMarket,
  buyFlag: boolean,
  fills: readonly Level[],
): readonly Money[] => {
  const { ofOrder } = traitsOf(exchange).fees
  let before = money(0)
  return fills.map((_, place) => {
    const all = ofOrder({ terms, buyFlag, fills: fills.slice(0, place + 1) })
    const fee = minus(all, before)
    before = all
    return fee
  })
}

/** Every fill of a maker is rounded for itself. A rate that is not known is 0, as in most markets. */
const makerFee = ({ exchange, feeTerms, makerFeeRate }: ChargedMarket, buyFlag: boolean, fill: Level): Money =>
  traitsOf(exchange).fees.ofOrder({ terms: { ...feeTerms, rate: makerFeeRate ?? 0 }, buyFlag, fills: [fill] })

const book = (
  account: PaperAccount,
  order: PaperOrder,
  trades: readonly PaperTrade[],
  fees: readonly Money[],
  isMaker: boolean,
): Filled => {
  const { paperId, nativeId, buyFlag } = order
  const fills = trades.map(({ tradeId, at, price, qty }, place): PaperFill => {
    const fee = fees[place] ?? money(0)
    return { fillId: `${paperId}:${tradeId}`, tradeId, paperId, nativeId, at, price, qty, fee, buyFlag, isMaker }
  })
  let after = order
  for (const fill of fills) {
    after = {
      ...after,
      filledQty: add(after.filledQty, fill.qty),
      cost: after.cost + exactCost(fill.price, fill.qty),
      fees: add(after.fees, fill.fee),
    }
  }
  const ended = openQty(after) === 0 ? ({ ...after, state: 'ended' } as const) : after
  return { account: fills.reduce(applyFill, account), order: ended, fills }
}
