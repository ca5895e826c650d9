import { integer } from '../../validation/fields/integer.ts'
import { withDefault } from '../../validation/fields/with-default.ts'

export const pageLimit = integer({ ge: 1, le: 1_000 })

/** `limit` (1 to 1,000, counted in list items) and `offset` (from 0) of every list that has pages. */
export const pageQuery = (defaultLimit = 100) => ({
  limit: withDefault(pageLimit, defaultLimit),
  offset: withDefault(integer({ ge: 0 }), 0),
})
