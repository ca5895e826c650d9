/** One thing that happened to an order, in its timeline. */

import type { Millis } from '#domain/kernel/time.ts'

export interface Moment {
  readonly at: Millis
  /** `table`: as it is stored. Else who logged it. */
  readonly from: string
  /** The order, complex order or request it is about. */
  readonly about: string
  readonly text: string
  /** Name that moments of one kind share, so that many of them fold into two lines; null for a moment that is always shown. */
  readonly topic: string | null
}

/** The end of an id, which distinguishes ids of one moment: they begin alike. */
export const shortName = (id: string): string => `…${id.slice(-8)}`
