/** Calls to the exchange within one signal, with the trader of their account. */

import type * as v from 'valibot'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { CallResult } from '../../http/json-call.ts'
import type { Trader } from '../wallet/sealed-wallet.ts'
import type { Call, Client, ReadCall } from './client.ts'
import type { TradingClient } from './trading-client.ts'

export interface Calls {
  readonly signal: AbortSignal
  /** Reads like `Client`. */
  read<Schema extends v.GenericSchema>(call: ReadCall, schema: Schema): Promise<v.InferOutput<Schema>>
  find<Schema extends v.GenericSchema>(call: ReadCall, schema: Schema): Promise<v.InferOutput<Schema> | null>
  once(call: Call): Promise<CallResult>
}

export interface Session extends Calls {
  /** Throws `ExchangeUnavailable` for unreadable secrets. */
  readonly trader: Trader
  /** Calls without an account. */
  readonly public: Calls
  /** Returns a session that also ends with that signal. */
  within(signal: AbortSignal): Session
}

export const callsOf = (client: Client, account: ExchangeAccount | null, signal: AbortSignal): Calls => ({
  signal,
  read: (call, schema) => client.read(account, call, schema, signal),
  find: (call, schema) => client.find(account, call, schema, signal),
  once: (call) => client.once(account, call, signal),
})

export const sessionOf = (client: TradingClient, account: ExchangeAccount, signal: AbortSignal): Session => ({
  ...callsOf(client, account, signal),
  get trader() {
    return client.traderOf(account)
  },
  public: callsOf(client, null, signal),
  within: (other) => sessionOf(client, account, AbortSignal.any([signal, other])),
})
