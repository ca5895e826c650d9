/**
 * Proof of a call: the HMAC of its text by a secret, in the URL-safe alphabet with its padding (Polymarket reference,
 * section 2.2).
 */

import { createHmac, createSecretKey } from 'node:crypto'

/** `secret` is base64. */
export const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', createSecretKey(secret, 'base64'))
    .update(text)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
