/** Headers that prove who calls: the key's signature for API credentials, an HMAC for the rest (Polymarket reference, section 2). */

import { createHmac } from 'node:crypto'
import type { Hex } from 'viem'
import { sign } from 'viem/accounts'
import { hashTypedData } from 'viem/utils'
import { CHAIN_ID } from './contracts.ts'

/** L1 (section 2.1): only creates and derives API credentials, which belong to the key's own address, not to the funder. */
export const clobAuthHeaders = async (
  privateKey: Hex,
  address: Hex,
  timestampS: number,
  nonce: number,
): Promise<Record<string, string>> => {
  const hash = hashTypedData({
    domain: { name: 'ClobAuthDomain', version: '1', chainId: CHAIN_ID },
    types: { ClobAuth: AUTH_MEMBERS },
    primaryType: 'ClobAuth',
    message: { address, timestamp: `${timestampS}`, nonce: BigInt(nonce), message: ATTESTATION },
  })
  return {
    POLY_ADDRESS: address,
    POLY_SIGNATURE: await sign({ privateKey, hash, to: 'hex' }),
    POLY_TIMESTAMP: `${timestampS}`,
    POLY_NONCE: `${nonce}`,
  }
}

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
  createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(text)
    .digest('base64')
    .replaceAll('+', '-')
    .replaceAll('/', '_')

const ATTESTATION = 'This message attests that I control the given wallet'

const AUTH_MEMBERS = [
  { name: 'address', type: 'address' },
  { name: 'timestamp', type: 'string' },
  { name: 'nonce', type: 'uint256' },
  { name: 'message', type: 'string' },
] as const
