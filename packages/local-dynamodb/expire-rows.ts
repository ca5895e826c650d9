/** Drops rows whose time to live is over, as DynamoDB does in the background. */

import { itemOf, placeOf } from './table-rows.ts'
import type { Tables } from './tables.ts'

/** DynamoDB keeps rows that say they expired longer ago: it takes that for a mistake. */
const OLDEST_S = 5 * 365 * 86_400
/** In one transaction, so that no request waits long. */
const AT_ONCE = 200

/** `now` is in milliseconds. */
export const expireRows = (tables: Tables, now: number): void => {
  const second = Math.floor(now / 1_000)
  for (const { schema, rows } of tables.all()) {
    if (schema.ttlAttribute === null) continue
    const found = rows.expired(second - OLDEST_S, second - 1, AT_ONCE)
    if (found.length === 0) continue
    tables.together(() => {
      for (const row of found) {
        const item = itemOf(row)
        rows.change(placeOf(schema, item), item, null)
      }
    })
  }
}
