/** The salt of an order: computed, never random, so that its id is known before the first send (Polymarket reference, section 3.10). */

import { createHash } from 'node:crypto'

/**
 * The first 53 bits of a SHA-256, as a salt travels as a JSON number, and never 0. A part is one of the exchange orders that
 * one order of ours becomes; another attempt is another order.
 */
export const saltOf = (orderId: string, attempt: number, part: number): number => {
  const digest = createHash('sha256').update(`${orderId}:${attempt}:${part}`).digest()
  return Number(digest.readBigUInt64BE() >> 11n) || 1
}
