/** What the stores throw for a row that this version cannot read. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** What a row is of, for whoever has asked for it. */
export type StoredThing =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'position'; readonly exchange: ExchangeName; readonly svcId: number }

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

/** How a list treats such rows. */
export interface ReadOptions {
  /** They are left out and reported. Otherwise one of them fails the whole: what decides must not overlook anything. */
  readonly skipUnreadable?: boolean
}
