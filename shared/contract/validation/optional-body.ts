/** A body that may be left out because none of its fields is required. */

import * as v from 'valibot'
import type { Entries, ObjectSchema } from './fields/object.ts'
import type { Schema } from './schema.ts'

const MAY_BE_ABSENT = 'mayBeAbsent'

/** No body then reads as an empty object. */
export const optionalBody = <const E extends Entries>(schema: ObjectSchema<E>): ObjectSchema<E> =>
  v._standardSchema<ObjectSchema<E>>({ ...schema, [MAY_BE_ABSENT]: true } as ObjectSchema<E>)

/** True if a request may come without this body. */
export const isOptionalBody = (schema: Schema | object): boolean => MAY_BE_ABSENT in schema
