/** The whole market catalogue as its sync keeps it. Searches read it, and markets that nothing names are nowhere else. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'

/** How far the listing of an exchange was read. */
export interface ListingProgress {
  /** Every change until then is in; null before the first walk has begun. */
  readonly changesUntil: Millis | null
  /** The number of the walk under way, or of the last one. A walk reads the whole listing of open markets. */
  readonly walk: number
  /** The walk under way: when it began, the page to continue with (null: the first), and whether that page failed in the last run. */
  readonly walking: { readonly beganAt: Millis; readonly cursor: string | null; readonly hasFailed: boolean } | null
  /** When the last walk that came to its end began. */
  readonly walkedAt: Millis | null
  /** When the active markets that something names were last asked for by name. */
  readonly namedAt: Millis | null
}

export const NOTHING_LISTED: ListingProgress = {
  changesUntil: null,
  walk: 0,
  walking: null,
  walkedAt: null,
  namedAt: null,
}

/** How markets are merged: in which full scan, when, and what to report of two that share an identifier. */
export interface TakeOptions {
  /** The walk that saw the markets, or the last one. */
  readonly walk: number
  readonly now: Millis
  /** Two markets whose 53-bit identifiers are equal: the one stored first keeps it, the other is left out. */
  readonly onCollision?: (refused: Market, stored: Market) => void
}

/** Every call is answered from the local disk. One that throws leaves it unusable: then it is opened again. */
export interface Catalogue {
  progress(exchange: ExchangeName): ListingProgress
  follow(exchange: ExchangeName, progress: ListingProgress): void
  /** Merges markets that an exchange reported. Returns the markets that are new or changed. */
  take(markets: readonly Market[], options: TakeOptions): readonly Market[]
  /** Makes it quick to see which of all markets changed. Takes seconds, and pays from some ten thousand on. */
  beginWalk(): void
  get(svcId: number): Market | null
  /** Active markets that no walk has seen since that one. */
  unseen(exchange: ExchangeName, scan: number, most: number): readonly Market[]
  /** Markets that opened or closed by the clock until then, of which their exchange says nothing. */
  changing(exchange: ExchangeName, until: Millis, most: number): readonly Market[]
  /** Markets that were requested by name: neither `unseen` nor `changing` returns them again. */
  requested(svcIds: readonly number[], walk: number): void
  /** Closed markets, not retained, that were closed before that moment and do not open again by the clock. */
  ended(before: Millis, now: Millis, most: number): readonly number[]
  /** Markets that something names: `ended` does not return them again. */
  retain(svcIds: readonly number[]): void
  forget(svcIds: readonly number[]): void
}

export interface CatalogueStore {
  isStored(): Promise<boolean>
  /** The catalogue as it is stored; empty when none is. */
  open(signal: AbortSignal): Promise<Catalogue>
  /**
   * Stores it where searches pick it up. `asOf`: everything listed until then is in it. `tidy` makes it small and quick first,
   * which takes seconds. Null when another run has stored one meanwhile: that one stays, and is opened next.
   */
  publish(options: {
    readonly asOf: Millis | null
    readonly tidy: boolean
  }): Promise<{ readonly markets: number; readonly bytes: number } | null>
}
