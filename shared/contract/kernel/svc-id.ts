/** The id of an instrument in a request: never negative, wherever it stands. */

import type { FieldSchema } from '../validation/field.ts'
import { integer } from '../validation/integer.ts'

export const svcId = (): FieldSchema<number, number> => integer({ ge: 0 })
