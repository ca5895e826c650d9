/** A page of a list. */

import type { Millis } from '#domain/kernel/time.ts'

/** A place in a list that is sorted by time and then by id. */
export interface Position {
  readonly at: Millis
  readonly id: string
}

export interface Page {
  /** 1 to 1,000. */
  readonly limit: number
  /** Entries to skip, 0 or more. */
  readonly offset: number
}
