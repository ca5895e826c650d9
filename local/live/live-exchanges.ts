/** The real exchanges as the service trades at them. */

import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { ServiceExchanges } from '../stack/service-exchanges.ts'
import { shownAddresses } from '../stack/shown-addresses.ts'

/** Credentials come from the user. */
export const liveExchanges = (traded: TradedExchanges): ServiceExchanges => ({
  traded,
  shown: Object.fromEntries(Object.entries(traded).map(([name, hosts]) => [name, shownAddresses(hosts)])),
  firstAccounts: () => ({ keys: {}, credentials: {} }),
})
