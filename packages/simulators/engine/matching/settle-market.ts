/** Pays out a market that has ended. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import type { EngineMarket, EngineSettlement } from '../ledger/engine-state.ts'
import { contractCost } from './contract-cost.ts'

/** Each YES contract pays `payout`, each NO the rest of a dollar. */
export const settleMarket = (ledger: EngineLedger, market: EngineMarket, payout: number, at: number): void => {
  for (const position of ledger.positionsIn(market.id)) {
    if (position.net === 0) continue
    const settlement = settlementOf(position, payout, at)
    ledger.moveCash(position.account, market.shard, settlement.revenue)
    position.realized += settlement.revenue - position.cost
    Object.assign(position, { net: 0, cost: 0, updatedAt: at })
    if (ledger.accounts.get(position.account)?.house === true) continue
    ledger.settlements.push(settlement)
    ledger.touch('settlement', settlement.id, settlement)
    ledger.touch('position', `${position.account}|${market.id}`, position)
    ledger.events.report({ kind: 'position', position: { ...position } })
  }
}

const settlementOf = (
  position: { readonly account: string; readonly market: string; readonly net: number; cost: number; fees: number },
  payout: number,
  at: number,
): EngineSettlement => {
  const { account, market, net, cost, fees } = position
  const yes = Math.max(0, net)
  const no = Math.max(0, -net)
  const revenue = contractCost(payout, yes) + (no - contractCost(payout, no))
  return { id: `${account}|${market}`, account, market, net, cost, payout, revenue, fees, at }
}
