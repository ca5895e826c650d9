/**
 * Salt of an order: computed, never random, so that its id is known before the first send (Polymarket reference,
 * section 3.10).
 */

import { createHash } from 'node:crypto'

/**
 * Returns the first 53 bits of a SHA-256, because a salt is sent as a JSON number; never 0. A part is one of the
 * exchange orders that an order of ours becomes. Another attempt is another order.
 */
export const saltOf = (orderId: string, attempt: number, part: number): number => {
  const digest = createHash('sha256').update(`${orderId}:${attempt}:${part}`).digest()
  return Number(digest.readBigUInt64BE() >> 11n) || 1
}
