/** Reads a request: fields of the kinds its operation has, and no others. */

import { invalid, refusal } from './refusal.ts'

type Kind = 'text' | 'count' | 'flag' | 'map' | 'list'

export type Shape = Readonly<Record<string, Kind>>

/** Throws what DynamoDB answers to a field of another kind; and refuses a field this engine does not know, because it would not heed it. */
export const readInput = (input: object, shape: Shape): void => {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const kind = shape[name]
    if (kind === undefined) throw invalid(`The parameter ${name} is not supported here`)
    if (!IS[kind](value)) throw refusal('SerializationException', `${name} is not of its type`)
  }
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  count: (value) => Number.isInteger(value),
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  map: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Throws unless it is one of these. */
export const oneOf = (name: string, value: string | undefined, allowed: readonly string[]): void => {
  if (value === undefined || allowed.includes(value)) return
  throw invalid(
    `1 validation error detected: Value '${value}' at '${name}' failed to satisfy constraint: Member must satisfy enum value set: [${allowed.join(', ')}]`,
  )
}
