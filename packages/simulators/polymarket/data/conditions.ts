/** The condition ids a caller of the Data host names. */

import { type DataQuery, invalidRequest } from './query.ts'

const MOST = 20

/** Only the 32-byte form is taken (Polymarket reference, section 1); `condition_id` and `conditionId` are other names of it. */
export const conditionsIn = (query: DataQuery): readonly string[] | undefined => {
  const conditions = (query.list('condition', MOST) ?? query.list('condition_id', MOST))?.map((id) => id.toLowerCase())
  if (conditions?.some((id) => !/^0x[0-9a-f]{64}$/.test(id)) === true) {
    throw invalidRequest('must be 0x and 64 hex digits', 'condition')
  }
  return conditions
}

/** The wallet a caller names. */
export const userIn = (query: DataQuery): string | undefined => {
  const user = query.text('user')
  if (user !== undefined && !/^0x[0-9a-fA-F]{40}$/.test(user)) throw invalidRequest('must be an address', 'user')
  return user?.toLowerCase()
}
