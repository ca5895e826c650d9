/**
 * Checks that an order is covered: open orders and unsettled trades count against the balance on chain (3.5 and 3.9).
 */

import { believedBalance } from '../../chain/believed-balance.ts'
import { ledgerOf } from '../../chain/pay-out.ts'
import { CASH, outlay } from '../../chain/wallets.ts'
import { refusal } from '../../http/refusal.ts'
import { COLLATERAL } from '../../world/contracts.ts'
import { contextOf } from '../../world/exchange-context.ts'
import type { PolymarketWorld } from '../../world/world.ts'
import { leftOf, openOrdersOf } from './open-orders.ts'
import type { ClobOrder } from './order.ts'
import type { Scan } from './walk-book.ts'

export const checkFunds = (world: PolymarketWorld, order: ClobOrder, scan: Scan): void => {
  const asset = assetOf(order)
  const balance = believedBalance(world, order.account, asset)
  const stuck = order.side === 'SELL' ? world.stuckMatched : 0
  const matched = world.wallets.pending(order.account, asset).outgoing + stuck
  const active = openExposure(world, order.account, asset)
  const amount =
    order.side === 'SELL'
      ? order.size
      : order.spend === null
        ? outlay(order, order.size) + scan.fee
        : order.spend + scan.fee
  if (amount <= balance - active - matched) {
    checkAllowance(world, order, amount)
    return
  }
  const detail = `balance: ${balance}, sum of active orders: ${active}, sum of matched orders: ${matched}`
  const words = `the balance is not enough -> ${detail}, order amount (inc. fees): ${amount}`
  throw refusal(400, `not enough balance / allowance: ${words}`)
}

/** The market's own exchange must be allowed to move what the order offers (live reference, section 3.4). */
const checkAllowance = (world: PolymarketWorld, order: ClobOrder, amount: number): void => {
  const market = world.catalogue.markets.get(order.market)
  const funder = world.members.get(order.account)?.funder
  if (market === undefined || funder === undefined) return
  const spender = contextOf(market).exchange
  const token = order.side === 'BUY' ? COLLATERAL : ledgerOf(market)
  const allowance = world.approvals.allowance(funder, token, spender)
  if (BigInt(amount) <= allowance) return
  const words = `the allowance is not enough -> spender: ${spender}, allowance: ${allowance}, order amount: ${amount}`
  throw refusal(400, `not enough balance / allowance: ${words}`)
}

/** Amount of the asset that the account's open orders offer. */
const openExposure = (world: PolymarketWorld, account: string, asset: string): number => {
  let sum = 0
  for (const order of openOrdersOf(world, account)) {
    if (assetOf(order) !== asset) continue
    const left = leftOf(world, order)
    sum += order.side === 'SELL' ? left : (order.spend ?? outlay(order, left))
  }
  return sum
}

const assetOf = ({ side, token }: ClobOrder): string => (side === 'BUY' ? CASH : token)
