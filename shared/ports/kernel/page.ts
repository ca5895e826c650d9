/** A page of a list. */

import type { Millis } from '#domain/kernel/time.ts'

/** A place in a list that is sorted by time and then by id. */
export interface Position {
  readonly at: Millis
  readonly id: string
}

export interface Page {
  /** 1..1000 */
  readonly limit: number
  readonly offset: number
}
