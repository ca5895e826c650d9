import * as v from 'valibot'
import type { Schema } from '../schema.ts'

/** A field that may be absent: the parsed object then has no such key. `null` is not absence, see `nullable`. */
export const optional = <const S extends Schema>(schema: S): v.ExactOptionalSchema<S, undefined> =>
  v.exactOptional(schema)
