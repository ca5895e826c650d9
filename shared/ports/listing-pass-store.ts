/** What the use cases need stored of the sync of an exchange's catalogue. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** The state of a pass over an exchange's listing that one run could not finish. */
export interface ListingPass {
  /** Names the page to continue with. */
  readonly cursor: string
  /** The svc_ids listed so far. */
  readonly seen: readonly number[]
}

export interface ListingPassStore {
  /** Null when no pass is under way. */
  get(exchange: ExchangeName): Promise<ListingPass | null>
  /** Null: the next pass begins at the beginning. */
  save(exchange: ExchangeName, pass: ListingPass | null): Promise<void>
}
