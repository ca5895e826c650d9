/** Exchanges that a service on one machine trades at: simulated ones, or the real ones. */

import type { AccountKind } from '#domain/accounts/account-kind.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { TradedExchanges } from '#ports/exchanges/exchange-addresses.ts'
import type { AccountKeys } from '../simulators/local-exchange.ts'

export interface ServiceExchanges {
  readonly traded: TradedExchanges
  /** Addresses of each exchange as `dev.json` names them. */
  readonly shown: Readonly<Partial<Record<ExchangeName, Readonly<Record<string, string>>>>>
  /** Opens the accounts of the first user. `stored` holds the keys of an earlier run. */
  readonly firstAccounts: (stored: AccountKeys) => FirstAccounts
}

/** Exchanges that start with a service. */
export interface ExchangeStart {
  readonly accounts: AccountKind
  /** `fileOf` names a file in the data folder. `onStarted` receives the stop of each part that has started. */
  readonly start: (fileOf: (name: string) => string, onStarted: (stop: Stop) => void) => Promise<ServiceExchanges>
}

export type Stop = () => Promise<void> | void

export interface FirstAccounts {
  /** Keys to store for the next run. */
  readonly keys: AccountKeys
  /** Bodies of `PUT …/credentials/<name>`, by exchange. */
  readonly credentials: Readonly<Record<string, unknown>>
}
