/** A schema as JSON Schema 2020-12, the dialect of OpenAPI 3.1: what travels in JSON, not what the program gets. */

import {
  type ConversionConfig,
  toJsonSchema as convert,
  type JsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema'
import type * as v from 'valibot'

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>

/** Schemas that other schemas point to as `#/components/schemas/<name>`. */
export type Components = Readonly<Record<string, Schema>>

/** A schema that points to those of `components` where it holds them. */
export const toJsonSchema = (schema: Schema, components: Components = {}): JsonSchema => {
  const { $schema: _dialect, $defs: _components, ...jsonSchema } = convert(schema, config(components, OPEN))
  return jsonSchema
}

/** The `components.schemas` section for the given schemas. `closed` objects take no field but their own. */
export const toJsonSchemaComponents = (
  components: Components,
  closed: ReadonlySet<Schema> = OPEN,
): Record<string, JsonSchema> => toJsonSchemaDefs(components, config({}, closed))

/** Our answers may gain a field at any time. */
const OPEN: ReadonlySet<Schema> = new Set()

const config = (definitions: Components, closed: ReadonlySet<Schema>): ConversionConfig => ({
  target: 'draft-2020-12',
  definitions,
  // These decide or change values and say nothing about the form in which they travel.
  ignoreActions: ['brand', 'check', 'partial_check', 'raw_check', 'raw_transform', 'readonly', 'transform'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (closed.has(valibotSchema)) return { ...jsonSchema, additionalProperties: false }
    if (isDescribed(valibotSchema)) return { ...jsonSchema, ...valibotSchema.jsonSchema }
    if (valibotSchema.type === 'literal' && typeof jsonSchema.const === 'string')
      return { type: 'string', ...jsonSchema }
    if (hasOptions(valibotSchema)) return asOneOf(jsonSchema, valibotSchema.options)
    if (valibotSchema.type === 'nullable' || valibotSchema.type === 'nullish') return withNull(jsonSchema)
    return null
  },
})

const isDescribed = (schema: Schema): schema is Schema & { readonly jsonSchema: JsonSchema } => 'jsonSchema' in schema

/** `type: ["string", "null"]` instead of `anyOf`, where the schema has one plain type. */
const withNull = ({ anyOf = [], ...rest }: JsonSchema): JsonSchema => {
  const [wrapped] = anyOf
  if (typeof wrapped !== 'object' || typeof wrapped.type !== 'string') return { anyOf, ...rest }
  const { type, enum: words, ...facts } = wrapped
  return { type: [type, 'null'], ...(words && { enum: [...words, null] }), ...facts, ...rest }
}

const hasOptions = (schema: Schema): schema is Schema & { readonly options: readonly Schema[] } =>
  schema.type === 'union' || schema.type === 'variant'

/** Components of which a value is exactly one, and the field that says which, if there is one. Other options stay as they are. */
const asOneOf = ({ anyOf, oneOf, ...rest }: JsonSchema, options: readonly Schema[]): JsonSchema => {
  const components = oneOf ?? anyOf ?? []
  const refs = components.flatMap((one) => (typeof one === 'object' && one.$ref !== undefined ? [one.$ref] : []))
  if (refs.length < components.length) return { ...(anyOf && { anyOf }), ...(oneOf && { oneOf }), ...rest }
  const discriminator = discriminatorOf(refs, options.map(entriesOf))
  return Object.assign({ oneOf: components, ...rest }, discriminator && { discriminator })
}

type Entries = Readonly<Record<string, Schema>>

const entriesOf = (schema: Schema): Entries => ('entries' in schema ? Object(schema.entries) : {})

/** A field that is one word in each of the objects, and another one in each. */
const discriminatorOf = (refs: readonly string[], objects: readonly Entries[]): object | undefined => {
  for (const propertyName of Object.keys(objects[0] ?? {})) {
    const words = objects.flatMap((entries) => onlyWord(entries[propertyName]))
    if (new Set(words).size !== refs.length) continue
    return { propertyName, mapping: Object.fromEntries(words.map((word, index) => [word, refs[index]])) }
  }
  return undefined
}

const onlyWord = (schema: Schema | undefined): readonly string[] => {
  if (schema === undefined) return []
  const { enum: words, const: word = words?.length === 1 ? words[0] : undefined } = toJsonSchema(schema)
  return typeof word === 'string' ? [word] : []
}
