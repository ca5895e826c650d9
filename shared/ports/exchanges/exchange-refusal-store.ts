/** Stores which exchanges refuse all calls now, for all functions. */

import type { ExchangeRefusal, RefusedCalls } from '#domain/exchanges/exchange-refusal.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** One record for each exchange and kind of call, while it is refused. */
export interface ExchangeRefusalStore {
  /** Null while the exchange takes such calls. */
  get(exchange: ExchangeName, calls: RefusedCalls): Promise<ExchangeRefusal | null>
  /** Returns the refusals of all exchanges. May lag by a moment. */
  all(): Promise<readonly ExchangeRefusal[]>
  /** Creates (version 0) or updates a refusal. Returns the stored one, or null if another write was faster. */
  save(refusal: ExchangeRefusal): Promise<ExchangeRefusal | null>
  /** Removes it if it is still that version. */
  remove(refusal: ExchangeRefusal): Promise<void>
}
