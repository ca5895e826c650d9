/** Answers of the exchange to an order (Polymarket reference, sections 3.6 and 3.7). */

import { decimal } from '../../http/wire-decimals.ts'
import type { PolymarketWorld } from '../../world/world.ts'
import { costOf, qtyOf } from '../account/trade.ts'
import type { ClobOrder } from './order.ts'

/** Amounts that the taker gave and got so far; empty texts without a match. */
export const orderAnswer = (
  world: PolymarketWorld,
  order: ClobOrder,
  status: 'live' | 'matched' | 'delayed' | 'unmatched',
) => {
  const trades = order.tradeIds.map((id) => world.trades.get(id)).filter((trade) => trade !== undefined)
  const text = (amount: number): string => (world.switches.amountUnits === 'base' ? String(amount) : decimal(amount))
  const shares = trades.reduce((sum, trade) => sum + qtyOf(trade), 0)
  const money = trades.reduce((sum, trade) => sum + costOf(trade), 0)
  const [making, taking] = order.side === 'BUY' ? [money, shares] : [shares, money]
  // Fills of FOK and FAK orders show their transactions only later (Polymarket reference, section 3.7).
  const isMarketable = order.type === 'FOK' || order.type === 'FAK'
  const hashes = trades.map(({ transactionHash }) => transactionHash)
  return {
    errorMsg: '',
    orderID: order.id,
    takingAmount: trades.length === 0 ? '' : text(taking),
    makingAmount: trades.length === 0 ? '' : text(making),
    status,
    ...(isMarketable || trades.length === 0 ? {} : { transactionsHashes: hashes }),
    ...(trades.length === 0 ? {} : { tradeIDs: order.tradeIds }),
    success: true,
  }
}

/** A leg of a batch that was refused; it says success all the same. */
export const refusedLeg = (error: string) => ({
  errorMsg: error,
  orderID: '',
  takingAmount: '',
  makingAmount: '',
  status: '',
  success: true,
})
