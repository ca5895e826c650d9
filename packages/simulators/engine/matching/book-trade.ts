/** One match: moves the money, the positions and the fees of both sides and writes what happened. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import type { EngineFill, EngineMarket, EngineOrder } from '../ledger/engine-state.ts'
import { applyToPosition } from './apply-to-position.ts'
import { contractCost } from './contract-cost.ts'
import type { FeePolicy } from './fee-policy.ts'

export const bookTrade = (
  ledger: EngineLedger,
  fees: FeePolicy,
  match: {
    readonly market: EngineMarket
    readonly taker: EngineOrder
    readonly maker: EngineOrder
    readonly qty: number
    readonly at: number
    readonly id: string
    readonly sequence: number
    /** Contracts that the taker has had already at this price in the same match. */
    readonly taken: number
  },
): EngineFill => {
  const { market, taker, maker, qty, at, id, sequence, taken } = match
  const { price } = maker
  const yesCost = contractCost(price, qty)
  const bookSide = (order: EngineOrder, isTaker: boolean): EngineFill => {
    const cost = order.buyFlag ? yesCost : qty - yesCost
    const revenue = applyToPosition(ledger, order, qty, cost, at)
    const charged = { market, price, qty, taker: isTaker, revenue, carry: order.feeCarry, taken }
    const { fee, carry } = fees.charge(charged)
    ledger.moveCash(order.account, market.shard, revenue - fee)
    ledger.takeFee(fee)
    ledger.positionOf(order.account, market.id).fees += fee
    order.feeCarry = carry
    order.filled += qty
    order.remaining -= qty
    order.updatedAt = at
    if (order.remaining === 0) order.status = 'executed'
    if (isTaker) {
      order.takerCost += cost
      order.takerFees += fee
    } else {
      order.makerCost += cost
      order.makerFees += fee
    }
    const { account, buyFlag } = order
    const fill = { id, tradeId: id, orderId: order.id, account, market: market.id, buyFlag, price, qty, fee }
    return { ...fill, taker: isTaker, at, sequence }
  }
  ledger.reportLevel(maker, -qty)
  const makerFill = bookSide(maker, false)
  const takerFill = bookSide(taker, true)
  for (const fill of [makerFill, takerFill]) {
    if (ledger.accounts.get(fill.account)?.house === true) continue
    ledger.fills.push(fill)
    ledger.touch('fill', `${fill.account}|${fill.id}`, fill)
    const { identity } = fill.taker ? taker : maker
    const position = { ...ledger.positionOf(fill.account, market.id) }
    ledger.events.report({ kind: 'fill', fill, identity, net: position.net })
    ledger.events.report({ kind: 'position', position })
  }
  market.previousPrice = market.lastPrice
  market.lastPrice = price
  market.volume += qty
  ledger.touch('market', market.id, market)
  const trade = { id, market: market.id, price, qty, buyFlag: taker.buyFlag, at, sequence }
  ledger.trades.push(trade)
  ledger.touch('trade', id, trade)
  ledger.events.report({ kind: 'trade', trade })
  return takerFill
}
