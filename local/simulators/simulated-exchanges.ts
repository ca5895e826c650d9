/** The simulated exchanges as the service trades at them, with an account of the first user at each. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { tradedExchanges } from '#lambda/traded-exchanges.ts'
import type { ServiceExchanges } from '../stack/service-exchanges.ts'
import { shownAddresses } from '../stack/shown-addresses.ts'
import type { AccountKeys } from './local-exchange.ts'
import type { LocalExchanges } from './start-simulators.ts'

/** Dollars that the first user gets in each part of each account. */
const DOLLARS = 10_000

export const simulatedExchanges = (simulators: LocalExchanges): ServiceExchanges => ({
  traded: tradedExchanges((name, host) => new Map(Object.entries(simulators[name].addresses)).get(host)),
  shown: Object.fromEntries(
    EXCHANGE_NAMES.map((name) => {
      const { addresses, controlUrl } = simulators[name]
      return [name, { ...shownAddresses(addresses), control_url: controlUrl }]
    }),
  ),
  firstAccounts: (stored) => {
    const keys: AccountKeys = Object.assign({}, ...EXCHANGE_NAMES.map((name) => simulators[name].keysIn(stored)))
    const opened = EXCHANGE_NAMES.map((name) => [name, simulators[name].openAccount('local', keys, DOLLARS)])
    return { keys, credentials: Object.fromEntries(opened) }
  },
})
