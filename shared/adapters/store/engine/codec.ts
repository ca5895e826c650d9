/** How a value stands in a row and is read back. Both ways are said once. */

import type { Row, Value } from './attributes.ts'

/** What a row holds where a value is left out. */
export type Stored = Row[string]

export interface Codec<Field> {
  /** The value as the row holds it; null leaves it out. */
  readonly write: (value: Field) => Value | null
  /** The value a row holds, where null and undefined mean that it is left out. Throws `Damaged` for what was never written. */
  readonly read: (stored: Stored) => Field
}

/** A row, or a part of one, holds what was never written. */
export class Damaged extends Error {
  /** What is wrong, each with the attributes that lead to it: `at.n: expected a whole number, found a text`. */
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.name = 'Damaged'
    this.faults = faults
  }
}

/** Throws that another value was expected. It names the kind of the value and not the value, which may be a secret. */
export const unexpected = (expected: string, stored: Stored): never => {
  throw new Damaged([`expected ${expected}, found ${kindOf(stored)}`])
}

/** Runs `read`, and puts `place` before the faults it finds. */
export const within = <Field>(place: string, read: () => Field): Field => {
  try {
    return read()
  } catch (error) {
    throw new Damaged(faultsOf(error).map((fault) => joined(place, fault)))
  }
}

/** What is wrong with a value, as what reading it has thrown: the domain's own checks throw a RangeError. */
export const faultsOf = (error: unknown): readonly string[] => {
  if (error instanceof Damaged) return error.faults
  if (error instanceof RangeError || error instanceof SyntaxError) return [error.message]
  throw error
}

/** `at` and `n: expected …` as `at.n: expected …`. */
export const joined = (place: string, fault: string): string =>
  /^[\w.]+: /.test(fault) ? `${place}.${fault}` : `${place}: ${fault}`

const kindOf = (stored: Stored): string => {
  if (stored === undefined || stored === null) return 'nothing'
  if (typeof stored === 'string') return 'another text'
  if (typeof stored === 'number') return 'another number'
  if (typeof stored === 'boolean') return String(stored)
  if (stored instanceof Uint8Array) return 'bytes'
  return Array.isArray(stored) ? 'a list' : 'a map'
}
