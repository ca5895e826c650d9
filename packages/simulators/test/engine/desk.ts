/** A matching engine with customers and one market, driven by hand. */

import type { EngineMarket } from '../../engine/ledger/engine-state.ts'
import { type FeePolicy, noFees } from '../../engine/matching/fee-policy.ts'
import { MatchingEngine } from '../../engine/matching/matching-engine.ts'
import type { Submission } from '../../engine/matching/submission.ts'
import { identifier } from '../../engine/world/identifier.ts'

export const ONE = 1_000_000
export const CENT = 10_000

export interface Desk {
  readonly engine: MatchingEngine
  readonly market: EngineMarket
  readonly time: { now: number }
  /** Prices in cents, quantities in contracts. */
  readonly send: (
    account: string,
    side: 'buy' | 'sell',
    cents: number,
    contracts: number,
    more?: Partial<Submission>,
  ) => ReturnType<MatchingEngine['submit']>
  readonly place: (...order: Parameters<Desk['send']>) => string
  readonly cashOf: (account: string) => number
  readonly netOf: (account: string) => number
}

export const openDesk = (
  options: { readonly fees?: FeePolicy; readonly cash?: number; readonly lot?: number } = {},
): Desk => {
  const time = { now: 1_000_000 }
  const engine = new MatchingEngine({
    clock: () => time.now,
    idOf: (sequence) => identifier('desk', sequence),
    fees: options.fees ?? noFees,
  })
  for (const id of ['ann', 'bob', 'cleo']) {
    engine.ledger.accounts.set(id, { id, house: false, cash: { 0: (options.cash ?? 1_000) * ONE } })
  }
  const bands = [{ start: 0, end: ONE, step: CENT }]
  const market = engine.addMarket({ id: 'rain', shard: 0, bands, lot: options.lot ?? CENT, status: 'active' })
  const send: Desk['send'] = (account, side, cents, contracts, more = {}) =>
    engine.submit({
      account,
      market: 'rain',
      identity: null,
      buyFlag: side === 'buy',
      price: cents * CENT,
      qty: Math.round(contracts * ONE),
      lifetime: 'rest',
      selfTrade: 'cancel_taker',
      ...more,
    })
  return {
    engine,
    market,
    time,
    send,
    place: (...order) => {
      const outcome = send(...order)
      if (!outcome.ok) throw new Error(outcome.reason)
      return outcome.order.id
    },
    cashOf: (account) => engine.ledger.accounts.get(account)?.cash[0] ?? 0,
    netOf: (account) => engine.ledger.positionOf(account, 'rain').net,
  }
}
