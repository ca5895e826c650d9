/** Balances of wallets on chain, and the reserved parts: matched but not settled, or offered by open orders. */

import { type ClobTrade, dollarsFor, isPending, partsOf } from '../clob/account/trade.ts'
import { type ClobOrder, inOutcome } from '../clob/orders/order.ts'

/** A token id, or this. */
export const CASH = 'pusd'

export interface Wallets {
  readonly open: (account: string, cash: number) => void
  /** Balance on chain. */
  readonly settled: (account: string, asset: string) => number
  readonly credit: (account: string, asset: string, amount: number) => void
  /** Not settled yet: on its way to the account, and on its way out. */
  readonly pending: (account: string, asset: string) => { readonly incoming: number; readonly outgoing: number }
  /** Settled amounts and amounts on their way. */
  readonly total: (account: string, asset: string) => number
  readonly restore: (account: string, asset: string, amount: number) => void
  /** Matched and not settled. */
  readonly unsettled: Set<ClobTrade>
}

export interface Movement {
  readonly account: string
  readonly asset: string
  readonly amount: number
}

export const createWallets = (
  tokensOf: (market: string) => readonly [string, string],
  keep: (kind: string, key: string, row: unknown) => void,
): Wallets => {
  const balances = new Map<string, Map<string, number>>()
  const unsettled = new Set<ClobTrade>()

  const settled = (account: string, asset: string): number => balances.get(account)?.get(asset) ?? 0

  const restore = (account: string, asset: string, amount: number): void => {
    const own = balances.get(account) ?? new Map<string, number>()
    balances.set(account, own)
    own.set(asset, amount)
  }

  const credit = (account: string, asset: string, amount: number): void => {
    const after = settled(account, asset) + amount
    restore(account, asset, after)
    keep('balance', `${account}|${asset}`, { account, asset, amount: after })
  }

  const pending: Wallets['pending'] = (account, asset) => {
    let [incoming, outgoing] = [0, 0]
    for (const trade of unsettled) {
      if (!isPending(trade)) continue
      for (const movement of movementsOf(trade, account, tokensOf(trade.market))) {
        if (movement.asset !== asset) continue
        if (movement.amount > 0) incoming += movement.amount
        else outgoing -= movement.amount
      }
    }
    return { incoming, outgoing }
  }

  return {
    open: (account, cash) => credit(account, CASH, cash),
    settled,
    credit,
    pending,
    total: (account, asset) => {
      const { incoming, outgoing } = pending(account, asset)
      return settled(account, asset) + incoming - outgoing
    },
    restore,
    unsettled,
  }
}

/** Movements of the settlement of the trade for the account. */
export const movementsOf = (trade: ClobTrade, account: string, tokens: readonly [string, string]): Movement[] =>
  partsOf(trade, account).flatMap(({ party, qty, fee }) => {
    const { side, outcome } = party
    const cost = dollarsFor(trade.price, qty, outcome)
    const sign = side === 'BUY' ? 1 : -1
    return [
      { account, asset: tokens[outcome], amount: sign * qty },
      { account, asset: CASH, amount: -sign * cost - fee },
    ]
  })

/** Cost limit of `qty` of an order at its own price, in dollars; a sale costs nothing. */
export const outlay = (order: Pick<ClobOrder, 'side' | 'outcome' | 'price'>, qty: number): number =>
  order.side === 'SELL' ? 0 : dollarsFor(inOutcome(order.price, order.outcome), qty, order.outcome)
