/** The wallet that belongs to a key, for each kind of wallet (live reference, section 3.1). */

import { concat, encodeAbiParameters, getCreate2Address, type Hex, keccak256, numberToHex, pad } from 'viem'
import { DEPOSIT_WALLET_BEACON, DEPOSIT_WALLET_FACTORY, PROXY_FACTORY, SAFE_FACTORY } from '../world/contracts.ts'

/** Type 0 is the key's own address; type 3 is a wallet behind the factory's beacon, as all new ones are. */
export const walletAddress = (owner: Hex, signatureType: 0 | 1 | 2 | 3): Hex => {
  switch (signatureType) {
    case 0:
      return owner
    case 1:
      return getCreate2Address({ from: PROXY_FACTORY, salt: keccak256(owner), bytecodeHash: PROXY_CODE })
    case 2: {
      const salt = keccak256(encodeAbiParameters([{ type: 'address' }], [owner]))
      return getCreate2Address({ from: SAFE_FACTORY, salt, bytecodeHash: SAFE_CODE })
    }
    case 3:
      return depositWallet(owner)
  }
}

const PROXY_CODE = '0xd21df8dc65880a8606f09fe0ce3df9b8869287ab0b058be05aa9e8af6330a00b'
const SAFE_CODE = '0x2bce2127ff07fb632d16c8347c4ebf501f4841168bed00d9e6ef715ddb6fcecf'

/** `LibClone.initCodeHashERC1967BeaconProxy` of Solady. */
const depositWallet = (owner: Hex): Hex => {
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'bytes32' }],
    [DEPOSIT_WALLET_FACTORY, pad(owner, { size: 32 })],
  )
  const length = BigInt((args.length - 2) / 2)
  const bytecodeHash = keccak256(
    concat([
      numberToHex(0x6100523d8160233d3973n + (length << 56n), { size: 10 }),
      DEPOSIT_WALLET_BEACON,
      '0x60195155f3363d3d373d3d363d602036600436635c60da',
      '0x1b60e01b36527fa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6c',
      '0xb3582b35133d50545afa5036515af43d6000803e604d573d6000fd5b3d6000f3',
      args,
    ]),
  )
  return getCreate2Address({ from: DEPOSIT_WALLET_FACTORY, salt: keccak256(args), bytecodeHash })
}
