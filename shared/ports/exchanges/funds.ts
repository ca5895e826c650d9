/** The cash of an account at its exchange. */

import type { CashTarget } from '#domain/accounts/cash-target.ts'
import type { ExchangeAccount } from './exchange-account.ts'
import type { BalanceReport } from './exchange-reports.ts'

/** Reads throw `ExchangeUnavailable`. */
export interface Funds {
  /** Cash of the account, one balance for each shard. */
  balances(account: ExchangeAccount, signal: AbortSignal): Promise<readonly BalanceReport[]>
  /**
   * Has the exchange keep the free cash of the account spread like that from now on; an empty list ends it. `refused`: not for this
   * account, with a sentence for the user. Throws `ExchangeUnavailable`.
   */
  spreadCash(
    account: ExchangeAccount,
    targets: readonly CashTarget[],
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'set' } | { readonly kind: 'refused'; readonly reason: string }>
}
