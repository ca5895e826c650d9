/** `limit` and `offset` of every list that has them. */

import { integer } from '../validation/integer.ts'
import { withDefault } from '../validation/with-default.ts'

export const pageQuery = (defaultLimit = 100) => ({
  limit: withDefault(integer({ ge: 1, le: 1_000 }), defaultLimit),
  offset: withDefault(integer({ ge: 0 }), 0),
})
