/** Selects the rows of orders and fills that belong to the account of a key. */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { type Client, errorIn } from '../http/client.ts'
import { refusesAll } from '../http/errors.ts'

interface Row {
  readonly subaccount_number?: number | null | undefined
}

/** Throws `ExchangeUnavailable`. */
export type OwnRows = <One extends Row>(
  account: ExchangeAccount,
  rows: readonly One[],
  signal: AbortSignal,
) => Promise<readonly One[]>

/**
 * The exchange has numbered subaccounts with their own money. An unrestricted key trades on the primary one, 0: its
 * positions and balances are those of 0, but its lists of orders and fills contain all numbers (Kalshi OpenAPI,
 * `SubaccountQuery`). A key that is locked to a number has only rows of that number, and is refused the rows of 0. The
 * kind of a key is read once, when the first row with a number comes.
 */
export const ownRows = (api: Client): OwnRows => {
  const locked = new Map<string, boolean>()

  const isLocked = async (account: ExchangeAccount, signal: AbortSignal): Promise<boolean> => {
    const key = account.secrets['api_key_id'] ?? account.accountKey
    const known = locked.get(key)
    if (known !== undefined) return known
    const call = { path: '/portfolio/settlements', query: { subaccount: 0, limit: 1 }, cost: 10 }
    const answer = await api.ask(account, call, signal)
    const isKnown = answer.kind === 'answered' && (answer.status === 200 || answer.status === 403)
    if (!isKnown || refusesAll(answer.status, errorIn(answer)))
      throw new ExchangeUnavailable('EXCHANGE_A', 'The exchange does not report which subaccount the key trades on.')
    keepNewest(locked, key, answer.status === 403, MOST_KEYS)
    return answer.status === 403
  }

  return async (account, rows, signal) => {
    const isPrimary = (row: Row): boolean => (row.subaccount_number ?? 0) === 0
    if (rows.every(isPrimary) || (await isLocked(account, signal))) return rows
    return rows.filter(isPrimary)
  }
}

const MOST_KEYS = 1_000
