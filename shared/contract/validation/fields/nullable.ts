import * as v from 'valibot'
import type { Schema } from '../schema.ts'

type Optional<S extends Schema> = v.ExactOptionalSchema<S, undefined>

/** The schema, which now also takes `null`. An optional field stays optional. */
export function nullable<const S extends Schema>(schema: Optional<S>): Optional<v.NullableSchema<S, undefined>>
export function nullable<const S extends Schema>(schema: S): v.NullableSchema<S, undefined>
export function nullable(schema: Schema | Optional<Schema>): Schema {
  return isOptional(schema) ? v.exactOptional(v.nullable(schema.wrapped)) : v.nullable(schema)
}

const isOptional = (schema: Schema): schema is Optional<Schema> => schema.type === 'exact_optional'
