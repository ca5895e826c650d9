/**
 * Tokens that a call about many orders takes from the bucket of its signer (Polymarket live reference, section 2.3).
 */

import type { KeyedCall } from '../../http/call.ts'
import { readJson } from '../../http/read-json.ts'

/** One for each order in its body. */
export const tokensOfBatch = ({ http }: KeyedCall): number => {
  const orders = readJson(http.body)
  return Array.isArray(orders) ? Math.max(1, orders.length) : 1
}
