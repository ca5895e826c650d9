/** Shows the example of a record once, at its schema, and not again in every answer that holds one. */

import { isJson, type Json, refsIn } from './document-parts.ts'
import { RECORD_EXAMPLES } from './examples.ts'

type Schemas = Readonly<Record<string, Json>>

/** The schemas of records with their examples. */
export const withRecordExamples = (schemas: Schemas): Schemas =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in RECORD_EXAMPLES ? { ...schema, examples: [RECORD_EXAMPLES[name]] } : schema,
    ]),
  )

/** The part of the document without the examples of what holds a record. */
export const withoutRepeatedExamples = <Part extends Json>(part: Part, schemas: Schemas): Part => {
  const holders = holdersOf(schemas)
  const visited = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visited)
    if (!isJson(value)) return value
    const { example, ...rest } = value
    const kept = example === undefined || refsIn(value['schema']).some((name) => holders.has(name)) ? rest : value
    return Object.fromEntries(
      Object.entries(kept).map(([name, one]) => [name, name === 'example' ? one : visited(one)]),
    )
  }
  return visited(part) as Part
}

/** Records without an example, because it would be long. The guides show them. */
const LONG_RECORDS = ['ComplexOrder', 'Market', 'PositionWithSubaccount']

/** The names of all schemas in which there is a record, at any depth. */
const holdersOf = (schemas: Schemas): ReadonlySet<string> => {
  const holders = new Set([...Object.keys(RECORD_EXAMPLES), ...LONG_RECORDS])
  const add = (): boolean =>
    Object.entries(schemas)
      .filter(([name, schema]) => !holders.has(name) && refsIn(schema).some((one) => holders.has(one)))
      .map(([name]) => holders.add(name)).length > 0
  while (add());
  return holders
}
