/** Headers that prove the account of a call: an HMAC by the API credentials (Polymarket reference, section 2.2). */

import { createHmac, createSecretKey } from 'node:crypto'
import type { Hex } from 'viem'

export interface ApiCredentials {
  /** Address of the key itself, whatever wallet pays. */
  readonly address: Hex
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

/**
 * Returns L2 headers (section 2.2): `path` starts with / and has no query string; `body` is the exact sent text,
 * undefined for none.
 */
export const accountHeaders = (
  credentials: ApiCredentials,
  timestampS: number,
  method: string,
  path: string,
  body: string | undefined,
): Record<string, string> => ({
  POLY_ADDRESS: credentials.address,
  POLY_SIGNATURE: hmac(credentials.secret, `${timestampS}${method}${path}${body ?? ''}`),
  POLY_TIMESTAMP: `${timestampS}`,
  POLY_API_KEY: credentials.apiKey,
  POLY_PASSPHRASE: credentials.passphrase,
})

/** Uses the URL-safe alphabet with padding, which node's own base64url drops. Secrets come in either alphabet. */
const hmac = (secret: string, text: string): string =>
  createHmac('sha256', createSecretKey(secret, 'base64'))
    .update(text)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
