import type { FieldSchema } from '../validation/field.ts'
import { integer } from '../validation/fields/integer.ts'

/**
 * The id of an instrument: a whole number of 0 or more, in path, query and body alike; else a 422. Its format has generated clients keep
 * all of its digits: without one, Go has 32 bits for it.
 */
export const svcId = (): FieldSchema<number, number> => integer({ ge: 0 }, 'int64')
