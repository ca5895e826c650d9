/** Headers that prove whose call it is: an HMAC by the API credentials (Polymarket reference, section 2.2). */

import { createHmac, createSecretKey } from 'node:crypto'
import type { Hex } from 'viem'

export interface ApiCredentials {
  /** The key's own address, whatever wallet pays. */
  readonly address: Hex
  readonly apiKey: string
  readonly secret: string
  readonly passphrase: string
}

/** L2 (section 2.2): `path` starts with / and has no query string; `body` is the exact text sent, undefined for none. */
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

/** The URL-safe alphabet with its padding kept, which node's own base64url drops. Secrets come in either alphabet. */
const hmac = (secret: string, text: string): string =>
  createHmac('sha256', createSecretKey(secret, 'base64'))
    .update(text)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')
