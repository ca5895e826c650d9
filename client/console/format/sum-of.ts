/** The exact sum of amounts in dollars, and how many of them are unknown. */

export interface Sum {
  /** Null if there are amounts, and all of them are unknown. */
  readonly known: number | null
  readonly unknown: number
}

/** Adds whole millionths, so that nothing is lost in the digits. */
export const sumOf = (amounts: readonly (number | null)[]): Sum => {
  const known = amounts.filter((amount) => amount !== null)
  const micros = known.reduce((sum, amount) => sum + Math.round(amount * ONE), 0)
  return {
    known: known.length === 0 && amounts.length > 0 ? null : micros / ONE,
    unknown: amounts.length - known.length,
  }
}

const ONE = 1_000_000
