/** A field that may be absent: the parsed object then has no such key. `null` is not absence, see `nullable`. */

import * as v from 'valibot'
import type { Schema } from './schema.ts'

export const optional = <const S extends Schema>(schema: S): v.ExactOptionalSchema<S, undefined> =>
  v.exactOptional(schema)
