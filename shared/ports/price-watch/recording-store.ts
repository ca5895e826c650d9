/** Keeps the lines of recordings. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'

/** Place of lines in a recording. */
export interface RecordingPlace {
  readonly exchange: ExchangeName
  /** Hour in UTC: `2026-11-29T09`. */
  readonly hour: string
}

export interface RecordingStore {
  /** Time between two writes, in ms. */
  readonly everyMs: number
  /** Appends whole lines. Throws if they are not stored, or not all of them. */
  append(place: RecordingPlace, lines: string): Promise<void>
}
