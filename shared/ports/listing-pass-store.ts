/** How far a sync of the catalogue came. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** How far a pass over an exchange's listing came that could not be finished in one run. */
export interface ListingPass {
  /** Where to go on. */
  readonly cursor: string
  /** The svc_ids listed so far. */
  readonly seen: readonly number[]
}

export interface ListingPassStore {
  get(exchange: ExchangeName): Promise<ListingPass | null>
  /** Null: the next pass begins at the beginning. */
  save(exchange: ExchangeName, pass: ListingPass | null): Promise<void>
}
