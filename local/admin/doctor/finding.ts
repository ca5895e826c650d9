/** One thing that has to be well for the service to work, and whether it is. */

import type { Table } from '#adapters/store/engine/table.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Place } from '../environment/place.ts'

export interface Finding {
  /** The examined part. */
  readonly what: string
  readonly ok: boolean
  /** The result; if it is not well, also the remedy. */
  readonly detail: string
}

export interface Examined {
  readonly place: Place
  readonly table: Table
  readonly now: Millis
}

/** Examines one part of the service. A thrown error is a finding that is not well. */
export interface Examination {
  readonly what: string
  /** Remedy if the examination itself fails. */
  readonly ifBlind: string
  look(examined: Examined): Promise<readonly Omit<Finding, 'what'>[]>
}

export const well = (detail: string): Omit<Finding, 'what'> => ({ ok: true, detail })

/** `advice` says what to do. */
export const ill = (detail: string, advice: string): Omit<Finding, 'what'> => ({
  ok: false,
  detail: `${detail} ${advice}`,
})
