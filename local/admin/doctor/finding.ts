/** One thing that has to be well for the service to work, and whether it is. */

import type { Table } from '#adapters/store/engine/table.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { Place } from '../environment/place.ts'

export interface Finding {
  /** The examined part. */
  readonly what: string
  readonly ok: boolean
  /** True for a matter of one user: shown, and no reason for alarm. */
  readonly isNote?: true
  /** The result; if it is not well, also the remedy. */
  readonly detail: string
}

export interface Examined {
  readonly place: Place
  readonly table: Table
  readonly now: Millis
}

/** A finding without the name of its part. */
export type Observation = Omit<Finding, 'what'>

/** Longest search in the logs of a deployment, in ms: CloudWatch reads a day of them page by page. */
export const SEARCH_WITHIN = 60 * SECOND

/** Examines one part of the service. A thrown error is a finding that is not well, and so is silence. */
export interface Examination {
  readonly what: string
  /** Remedy if the examination itself fails. */
  readonly ifBlind: string
  /** Longest time for it, in ms. */
  readonly withinMs?: Millis
  look(examined: Examined): Promise<readonly Observation[]>
}

export const well = (detail: string): Observation => ({ ok: true, detail })

export const note = (detail: string): Observation => ({ ok: true, isNote: true, detail })

/** `advice` says what to do. */
export const ill = (detail: string, advice: string): Observation => ({
  ok: false,
  detail: `${detail} ${advice}`,
})
