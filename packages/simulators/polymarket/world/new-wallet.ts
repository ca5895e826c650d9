/** Makes a wallet like a new customer's: with money, and without approvals. */

import { randomBytes } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { walletAddress } from '../chain/wallet-addresses.ts'
import { relayerKeyOf } from '../relayer/authorize-relay.ts'
import { addMember } from './add-member.ts'
import type { PolymarketWorld } from './world.ts'

export interface NewWallet {
  readonly signatureType: 0 | 1 | 2 | 3
  /** Millionths of a dollar. */
  readonly cash: number
  readonly approved: boolean
}

/** Its credentials, as the service takes them. */
export const newWallet = (world: PolymarketWorld, { signatureType, cash, approved }: NewWallet) => {
  const privateKey = `0x${randomBytes(32).toString('hex')}` as const
  const { address } = privateKeyToAccount(privateKey)
  const funder = walletAddress(address, signatureType)
  addMember(world, { id: address.toLowerCase(), address, signatureType, funder, cash, approved })
  return {
    private_key: privateKey,
    signature_type: signatureType,
    ...(signatureType === 0 ? {} : { funder_address: funder, relayer_api_key: relayerKeyOf(world.seed, address) }),
  }
}
