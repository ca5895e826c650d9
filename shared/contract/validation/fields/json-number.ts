/** Numbers of a JSON text without loss: a plain number where it prints back the same, its source text where not. */

/** What `JSON.rawJSON` makes: `JSON.stringify` prints it exactly as it came. */
interface RawNumber {
  readonly rawJSON: string
}

// Node has both since version 21; TypeScript's libraries do not declare them yet.
declare global {
  interface JSON {
    rawJSON(text: string): RawNumber
    isRawJSON(value: unknown): value is RawNumber
  }
}

export type JsonNumber = number | RawNumber

/** The number that a valid JSON literal stands for; `1.0`, `1e3` and 123456789012345678 keep their text. */
export const jsonNumber = (literal: string): JsonNumber => {
  const value = Number(literal)
  // 1e400 is infinite for Python too. A long integer is not: there it is exact, so here its text is kept.
  if (String(value) === literal || (!Number.isFinite(value) && isFloatText(literal))) return value
  return JSON.rawJSON(literal)
}

/** The source text of a number, `NaN`, `Infinity` or `-Infinity`; null when the value is no number. */
export const numberText = (value: unknown): string | null => {
  if (typeof value === 'number') return String(value)
  return JSON.isRawJSON(value) ? value.rawJSON : null
}

/** True if Python would read the literal as a float: `1.0` and `1e3` are floats, `1` is not. */
export const isFloatText = (literal: string): boolean => /[.eENI]/.test(literal)

/** True for a JSON object: not null, no list, no number that kept its text. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
