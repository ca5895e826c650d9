/** An example of an operation: its request and its reply. */

type Values = Readonly<Record<string, unknown>>

export interface Example {
  readonly path?: Values
  readonly query?: Values
  /** Bodies by what they do; the reply belongs to the first. */
  readonly bodies?: Values
  /** Absent where there is no body. */
  readonly reply?: unknown
}

/** By operation. */
export type Examples = Readonly<Record<string, Example>>
