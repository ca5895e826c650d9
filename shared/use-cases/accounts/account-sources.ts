/** The exchange that a poll reads from, and the account. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'

export interface AccountSources {
  readonly exchange: Exchange
  readonly exchangeAccount: ExchangeAccount
  readonly signal: AbortSignal
}
