/** L1: the wallet itself signs, to make or find its API keys (Polymarket reference, section 2.1). */

import { recoverTypedDataAddress } from 'viem'
import type { HttpCall } from '../../engine/http/json-server.ts'
import { remembered } from '../../engine/remembered.ts'
import { refusal } from '../http/refusal.ts'
import { CHAIN_ID } from '../world/exchange-context.ts'

export interface SignedWallet {
  /** Lower case. */
  readonly address: string
  readonly nonce: string
}

export const verifyWallet = async (call: HttpCall, now: number, maxSkewMs: number): Promise<SignedWallet> => {
  const address = call.header('poly_address') ?? ''
  const signature = call.header('poly_signature') ?? ''
  const timestamp = call.header('poly_timestamp') ?? ''
  const nonce = call.header('poly_nonce') ?? '0'
  const isWritten =
    /^0x[0-9a-f]{40}$/i.test(address) &&
    /^0x[0-9a-f]{130}$/i.test(signature) &&
    /^\d{1,12}$/.test(timestamp) &&
    /^\d{1,20}$/.test(nonce)
  if (!isWritten || Math.abs(Number(timestamp) * 1000 - now) > maxSkewMs) throw invalid()
  const signer = await known(`${address} ${signature} ${timestamp} ${nonce}`, () =>
    recover(address.toLowerCase() as `0x${string}`, signature as `0x${string}`, timestamp, nonce),
  )
  if (signer !== address.toLowerCase()) throw invalid()
  return { address: signer, nonce: String(BigInt(nonce)) }
}

const known = remembered<Promise<string | null>>(1_000)

const invalid = () => refusal(401, 'Invalid L1 Request headers')

const recover = async (
  address: `0x${string}`,
  signature: `0x${string}`,
  timestamp: string,
  nonce: string,
): Promise<string | null> => {
  try {
    const signer = await recoverTypedDataAddress({
      domain: { name: 'ClobAuthDomain', version: '1', chainId: CHAIN_ID },
      types: {
        ClobAuth: [
          { name: 'address', type: 'address' },
          { name: 'timestamp', type: 'string' },
          { name: 'nonce', type: 'uint256' },
          { name: 'message', type: 'string' },
        ],
      },
      primaryType: 'ClobAuth',
      message: {
        address,
        timestamp,
        nonce: BigInt(nonce),
        message: 'This message attests that I control the given wallet',
      },
      signature,
    })
    return signer.toLowerCase()
  } catch {
    return null
  }
}
