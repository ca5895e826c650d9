/** Nets a fill into the position and returns the money it moves: a closed part pays out the whole of each pair. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import { proportion } from './contract-cost.ts'

export const applyToPosition = (
  ledger: EngineLedger,
  order: { readonly account: string; readonly market: string; readonly buyFlag: boolean },
  qty: number,
  cost: number,
  at: number,
): number => {
  const position = ledger.positionOf(order.account, order.market)
  const against = order.buyFlag ? Math.max(0, -position.net) : Math.max(0, position.net)
  const closed = Math.min(qty, against)
  const released = proportion(position.cost, closed, against)
  const costOfClosing = proportion(cost, closed, qty)
  position.realized += closed - costOfClosing - released
  position.cost += cost - costOfClosing - released
  position.net += order.buyFlag ? qty : -qty
  position.traded += cost
  position.updatedAt = at
  if (ledger.accounts.get(order.account)?.house !== true) {
    ledger.touch('position', `${order.account}|${order.market}`, position)
  }
  return closed - cost
}
