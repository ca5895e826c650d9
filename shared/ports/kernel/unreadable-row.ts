/** What the stores throw for a row that this version cannot read. */

/** The row is damaged, or of another version. Its key and what is wrong are in the message. */
export class UnreadableRow extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableRow'
  }
}

/** How a list treats such rows. */
export interface ReadOptions {
  /** They are left out and reported. Otherwise one of them fails the whole: what decides must not overlook anything. */
  readonly skipUnreadable?: boolean
}
