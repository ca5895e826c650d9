/** Balances from a copy that is a few seconds old: the exchange answers one call a second (changes of November 2026, EXCHANGE_A 1). */

import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { BalanceReport } from '#ports/exchanges/exchange-reports.ts'
import type { Clock } from '#ports/kernel/clock.ts'

/**
 * Longest use of a copy. Balances decide nothing here: they are shown, and the exchange itself refuses orders beyond
 * them.
 */
const GOOD_FOR = 5 * SECOND
/** More than the accounts that a process serves within that time. */
const MOST_KEPT = 1_000

/** Keeps one copy for each key, as the exchange may show less to a restricted key. Each process has its own copies. */
export const copiedBalances = (clock: Clock, read: Exchange['balances']): Exchange['balances'] => {
  const copies = new Map<string, { readonly balances: readonly BalanceReport[]; readonly at: Millis }>()
  return async (account, signal) => {
    const key = `${account.accountKey} ${account.secrets['api_key_id']}`
    const copy = copies.get(key)
    if (copy !== undefined && clock() - copy.at <= GOOD_FOR) return copy.balances
    const at = clock()
    const balances = await read(account, signal)
    keepNewest(copies, key, { balances, at }, MOST_KEPT)
    return balances
  }
}
