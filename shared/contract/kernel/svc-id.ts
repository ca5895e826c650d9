import type { FieldSchema } from '../validation/field.ts'
import { integer } from '../validation/fields/integer.ts'

/** The id of an instrument in a request: a whole number of 0 or more, in path, query and body alike; else a 422. */
export const svcId = (): FieldSchema<number, number> => integer({ ge: 0 })
