/** Error of the stores for a row that this version cannot read. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** The thing that a row holds, as its caller asked for it. */
export type StoredThing =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'position'; readonly exchange: ExchangeName; readonly svcId: number }

/** Returns the name that users know, as in: the request depends on `name`. */
export const nameOfThing = (thing: StoredThing): string =>
  thing.kind === 'order' ? `order ${thing.orderId}` : `the position in market ${thing.svcId} on ${thing.exchange}`

/** The row is damaged, or of another version. The message has its key and the fault. */
export class UnreadableRow extends Error {
  /** Null for a row without a name that users know. */
  readonly thing: StoredThing | null

  constructor(message: string, thing: StoredThing | null = null) {
    super(message)
    this.name = 'UnreadableRow'
    this.thing = thing
  }
}

/** For a `catch`: returns the answer of `instead` for a row that cannot be read. Rethrows all else, and rows without a name that users know. */
export const ifUnreadable =
  <Answer>(instead: (thing: StoredThing, error: UnreadableRow) => Answer) =>
  (error: unknown): Answer => {
    if (error instanceof UnreadableRow && error.thing !== null) return instead(error.thing, error)
    throw error
  }

/** How a list treats such rows. */
export interface ReadOptions {
  /** Unreadable rows are left out and reported. Otherwise one of them fails the whole call: a decision must not overlook a row. */
  readonly skipUnreadable?: boolean
}
