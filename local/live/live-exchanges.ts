/** The real exchanges as the service trades at them. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { ServiceExchanges } from '../stack/service-exchanges.ts'
import { shownAddresses } from '../stack/shown-addresses.ts'

/** Paper accounts open with play money. Credentials of other accounts come from the user. */
export const liveExchanges = (accounts: AccountKind, traded: TradedExchanges): ServiceExchanges => ({
  traded,
  shown: Object.fromEntries(Object.entries(traded).map(([name, hosts]) => [name, shownAddresses(hosts)])),
  firstAccounts: () => ({
    keys: {},
    credentials: accounts === 'paper' ? Object.fromEntries(Object.keys(traded).map((name) => [name, PAPER])) : {},
  }),
})

/** Body of `PUT …/credentials/<name>`, with dollars. */
const PAPER = { paper: { cash: 10_000 } }
