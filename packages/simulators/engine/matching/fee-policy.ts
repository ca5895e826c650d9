/** How an exchange charges for fills: the engine asks, the exchange's own rules answer. */

import type { EngineMarket } from '../ledger/engine-state.ts'

export interface FeePolicy {
  /** The fee of one fill and what the order carries on to its next one. `revenue` is the money it moved, signed. */
  readonly charge: (fill: {
    readonly market: EngineMarket
    readonly price: number
    readonly qty: number
    readonly taker: boolean
    readonly revenue: number
    readonly carry: number
    /** Contracts that the order has taken already at this price in the same match. */
    readonly taken: number
  }) => { readonly fee: number; readonly carry: number }
  /** At least what fills of this size at this price or better can ever cost in fees. */
  readonly reserve: (market: EngineMarket, price: number, qty: number, taker: boolean) => number
}

export const noFees: FeePolicy = {
  charge: ({ carry }) => ({ fee: 0, carry }),
  reserve: () => 0,
}
