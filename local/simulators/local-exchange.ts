/** A simulated exchange as the local service runs it. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ExchangeAddresses } from '#ports/exchanges/exchange-addresses.ts'
import type { Replay } from '#simulators/replay/replay.ts'

/** Names and secrets of one account, as they are kept in `user.json`. No two exchanges use the same name for one. */
export type AccountKeys = Readonly<Record<string, string>>

export interface LocalExchange<Name extends ExchangeName = ExchangeName> {
  readonly addresses: ExchangeAddresses[Name]
  /** http://127.0.0.1:<port>, under it /control/… */
  readonly controlUrl: string
  /** The keys of an account among the stored ones, or new ones. */
  keysIn(stored: AccountKeys): AccountKeys
  /**
   * Makes the exchange know an account. `dollars` is what each part of it gets at first; an account that exists keeps its money.
   * Answers its credentials, as the body of `PUT …/credentials/<name>` takes them.
   */
  openAccount(id: string, keys: AccountKeys, dollars: number): Readonly<Record<string, string | number>>
  /** One step at the clock's now. */
  tick(): Promise<void>
  /** Plays the recording, if there is one, up to now. */
  play(): Promise<void>
  close(): Promise<void>
}

export interface LocalExchangeOptions {
  readonly clock: () => number
  readonly seed: number
  /** True if a bot quotes the markets. */
  readonly bot: boolean
  /** True if lists may be as old as on the exchange, for an exchange with a cache. */
  readonly cache: boolean
  /** How often an unsigned call that the cache cannot answer is refused, from 0 to 1. */
  readonly unsignedRefusals: number
  /** A recording in place of invented markets. */
  readonly replay?: Replay
  /** A SQLite file. */
  readonly dataFile: string
}

/** One function for each exchange: see `start-simulators.ts`. */
export type StartLocalExchange<Name extends ExchangeName> = (
  options: LocalExchangeOptions,
) => Promise<LocalExchange<Name>>
