/** The true state for the control API: plain JSON numbers, every account but the house, every attempt to order. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import type { EngineAccount } from '../ledger/engine-state.ts'
import { toNumber } from '../millionths.ts'

export const controlLedger = (ledger: EngineLedger) => ({
  accounts: [...ledger.accounts.values()].filter(({ house }) => !house).map((account) => accountOf(ledger, account)),
  submits: ledger.submits.map(({ identity, at, outcome }) => ({ identity, at, outcome })),
})

const accountOf = (ledger: EngineLedger, { id, cash }: EngineAccount) => ({
  id,
  cash: toNumber(Object.values(cash).reduce((sum, amount) => sum + amount, 0)),
  orders: [...ledger.orders.values()]
    .filter(({ account }) => account === id)
    .map((order) => ({
      id: order.id,
      identity: order.identity,
      market: order.market,
      buy_flag: order.buyFlag,
      price: toNumber(order.price),
      qty: toNumber(order.qty),
      filled_qty: toNumber(order.filled),
      status: order.status,
    })),
  fills: ledger.fills
    .filter(({ account }) => account === id)
    .map((fill) => ({
      id: fill.id,
      order_id: fill.orderId,
      market: fill.market,
      buy_flag: fill.buyFlag,
      price: toNumber(fill.price),
      qty: toNumber(fill.qty),
      fee: toNumber(fill.fee),
    })),
  positions: [...ledger.positions()]
    .filter(({ account, net }) => account === id && net !== 0)
    .map(({ market, net }) => ({ market, position: toNumber(net) })),
})
