/** The exchange that reports the positions of an account, and the account. */

import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { AccountSources } from '../../accounts/account-sources.ts'
import type { CatalogueExchange } from '../trades/record-external-fills.ts'

export interface PositionSources extends Omit<AccountSources, 'exchange'> {
  readonly exchange: CatalogueExchange & Pick<Exchange, 'quotes' | 'payouts' | 'holdsAny'>
}
