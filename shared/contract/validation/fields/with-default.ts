/** A field that may be absent and then reads as the given JSON value. */

import * as v from 'valibot'
import type { Schema } from '../schema.ts'

/** The default is a value as a client would send it, and passes through the schema like one. */
export const withDefault = <
  const S extends Schema,
  const D extends v.InferInput<S> & (string | number | boolean | null),
>(
  schema: S,
  value: D,
): v.OptionalSchema<S, () => D> => v.optional(schema, () => value)
