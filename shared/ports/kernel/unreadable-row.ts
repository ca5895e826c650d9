/** What the stores throw for a row that this version cannot read. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** The thing that a row holds, as its caller asked for it. */
export type StoredThing =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'position'; readonly exchange: ExchangeName; readonly svcId: number }

/** What users call it, as in: the request depends on this. */
export const nameOfThing = (thing: StoredThing): string =>
  thing.kind === 'order' ? `order ${thing.orderId}` : `the position in market ${thing.svcId} on ${thing.exchange}`

/** The row is damaged, or of another version. Its key and what is wrong are in the message. */
export class UnreadableRow extends Error {
  /** Null for what users do not know by a name. */
  readonly thing: StoredThing | null

  constructor(message: string, thing: StoredThing | null = null) {
    super(message)
    this.name = 'UnreadableRow'
    this.thing = thing
  }
}

/** For a `catch`: answers what `instead` says of a row that cannot be read. Rethrows all else, and what users do not know by a name. */
export const ifUnreadable =
  <Answer>(instead: (thing: StoredThing, error: UnreadableRow) => Answer) =>
  (error: unknown): Answer => {
    if (error instanceof UnreadableRow && error.thing !== null) return instead(error.thing, error)
    throw error
  }

/** How a list treats such rows. */
export interface ReadOptions {
  /** They are left out and reported. Otherwise one of them fails the whole: what decides must not overlook anything. */
  readonly skipUnreadable?: boolean
}
