/** A command of the operator, as the command line knows it. */

import type { Clock } from '#ports/kernel/clock.ts'
import type { Place } from './environment/place.ts'

/** A flag of one command. */
export interface Flag {
  readonly about: string
  /** Placeholder of its value in the help: `<user id>`; null for a switch, which takes none. */
  readonly value: string | null
  readonly needed?: true
  readonly fallback?: string
}

export interface Command {
  readonly summary: string
  /** Words after its name, such as `<order id>`; all are needed. */
  readonly words?: readonly string[]
  readonly flags?: Readonly<Record<string, Flag>>
  /** More for its own help page. */
  readonly more?: string
  /** False if it can do its work while the table does not answer. */
  readonly needsTable?: false
  /** Answers the exit code. */
  run(call: Call): Promise<number>
}

/** Parameters that a command is called with. */
export interface Call {
  readonly place: Place
  readonly words: readonly string[]
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly print: (text: string) => void
  /** Ends a command that continues until then. */
  readonly signal: AbortSignal
}

/** Why a command cannot be carried out, in words that say what to do. */
export class Refusal extends Error {}

/** Returns true if a switch is on. */
export const isOn = ({ flags }: Pick<Call, 'flags'>, name: string): boolean => flags[name] !== undefined

/** A flag that `needed` or `fallback` promises. */
export const flagOf = ({ flags }: Pick<Call, 'flags'>, name: string): string => {
  const value = flags[name]
  if (value === undefined) throw new Error(`flag ${name} is neither needed nor has it a fallback`)
  return value
}
