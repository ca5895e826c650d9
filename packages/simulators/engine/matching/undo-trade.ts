/** Takes a trade back whose settlement failed: the opposite trade at the same price, and the fees returned. */

import type { EngineLedger } from '../ledger/engine-ledger.ts'
import type { EngineMarket } from '../ledger/engine-state.ts'
import { applyToPosition } from './apply-to-position.ts'
import { contractCost } from './contract-cost.ts'

export interface UndoneSide {
  readonly account: string
  readonly buyFlag: boolean
  readonly fee: number
}

/** `price` is the YES price. The order's counts keep the traded size: only money and positions go back. */
export const undoTrade = (
  ledger: EngineLedger,
  trade: {
    readonly market: EngineMarket
    readonly sides: readonly UndoneSide[]
    readonly price: number
    readonly qty: number
    readonly at: number
  },
): void => {
  const { market, sides, price, qty, at } = trade
  const yesCost = contractCost(price, qty)
  for (const { account, buyFlag, fee } of sides) {
    const opposite = { account, market: market.id, buyFlag: !buyFlag }
    const revenue = applyToPosition(ledger, opposite, qty, buyFlag ? qty - yesCost : yesCost, at)
    ledger.moveCash(account, market.shard, revenue + fee)
    ledger.takeFee(-fee)
    const position = ledger.positionOf(account, market.id)
    position.fees -= fee
    position.traded -= qty
    ledger.reweigh(account, market.id)
  }
}
