/**
 * Headers of the calls that request API credentials, proven by the wallet's own key (Polymarket reference, section
 * 2.1).
 */

import type { Hex } from 'viem'
import { sign } from 'viem/accounts'
import { hashTypedData } from 'viem/utils'
import { CHAIN_ID } from './contracts.ts'

/**
 * Returns L1 headers (section 2.1), which only create and derive API credentials. These belong to the key's own
 * address, not to the funder.
 */
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

const ATTESTATION = 'This message attests that I control the given wallet'

const AUTH_MEMBERS = [
  { name: 'address', type: 'address' },
  { name: 'timestamp', type: 'string' },
  { name: 'nonce', type: 'uint256' },
  { name: 'message', type: 'string' },
] as const
