/** Answers made up from the OpenAPI of an exchange: each field is there, and each value of each enum. */

import * as v from 'valibot'

const Schema = v.looseObject({
  $ref: v.optional(v.string()),
  allOf: v.optional(v.array(v.unknown())),
  oneOf: v.optional(v.array(v.unknown())),
  type: v.optional(v.string()),
  format: v.optional(v.string()),
  enum: v.optional(v.array(v.unknown())),
  properties: v.optional(v.record(v.string(), v.unknown())),
  items: v.optional(v.unknown()),
  maxItems: v.optional(v.number()),
})
type Schema = v.InferOutput<typeof Schema>

/** A text of which the document says nothing more. */
export const ANY_TEXT = 'text'

/** More rows than any enum has values. */
const ROWS = 12

/** The answer to a GET of that path; null if the document does not have it. */
export const sampleAnswer = (document: unknown, path: string): unknown => {
  const schema = at(document, ['paths', path, 'get', 'responses', '200', 'content', 'application/json', 'schema'])
  return schema === undefined ? null : sample(document, schema, 0, '')
}

const sample = (document: unknown, raw: unknown, row: number, name: string): unknown => {
  const schema = resolved(document, raw)
  if (schema.enum !== undefined) return schema.enum[row % schema.enum.length]
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, sample(document, inner, row, nameOf(inner, key))]),
    )
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.maxItems ?? ROWS }, (_, index) =>
        sample(document, schema.items, index, nameOf(schema.items, name)),
      )
    case 'boolean':
      return row % 2 === 0
    case 'integer':
    case 'number':
      return 1
    case 'string':
      return textOf(schema, name)
    default:
      return {}
  }
}

const textOf = ({ format }: Schema, name: string): string => {
  if (format === 'date-time' || /_time$/.test(name)) return '2026-11-20T12:00:00Z'
  if (/dollars|price/i.test(name)) return '0.5600'
  return /count|_fp$|^(?:start|end|step)$|cost|balance|volume|interest|^(?:open|high|low|close|mean|previous)$/i.test(
    name,
  )
    ? '0.50'
    : ANY_TEXT
}

/** Prefers the target of a reference to the name of the field: the target says more. */
const nameOf = (schema: unknown, key: string): string => {
  const { $ref, allOf = [] } = v.parse(Schema, schema)
  const [first] = allOf
  return $ref?.split('/').at(-1) ?? (first === undefined ? key : nameOf(first, key))
}

const resolved = (document: unknown, raw: unknown): Schema => {
  const schema = v.parse(Schema, raw)
  if (schema.$ref !== undefined) return resolved(document, at(document, schema.$ref.split('/').slice(1)))
  const parts = schema.allOf ?? schema.oneOf?.slice(0, 1)
  return parts === undefined ? schema : Object.assign({}, schema, ...parts.map((part) => resolved(document, part)))
}

/** Value at these keys of a document. */
export const at = (document: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? new Map(Object.entries(inner)).get(key) : undefined),
    document,
  )
