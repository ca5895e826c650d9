/** Signatures of orders, for all four kinds of wallet (Polymarket reference, sections 2.3 and 3.1). */

import type { Hex } from 'viem'
import { sign } from 'viem/accounts'
import { concat, hashStruct, hashTypedData, numberToHex, stringToHex } from 'viem/utils'
import type { TradingContext } from './contracts.ts'
import type { OrderFields } from './order-fields.ts'
import { orderHash } from './order-hash.ts'
import { ORDER_TYPE, orderTypedData } from './order-typed-data.ts'

/** Returns the signature of an order: always the same for the same key, context and fields (RFC 6979). */
export const signOrder = (privateKey: Hex, context: TradingContext, fields: OrderFields): Promise<Hex> =>
  fields.signatureType === 3
    ? signForDepositWallet(privateKey, context, fields)
    : sign({ privateKey, hash: orderHash(context, fields), to: 'hex' })

/**
 * Signs for a deposit wallet, a contract that checks its owner's key (ERC-1271). ERC-7739 keeps a signature for one
 * wallet from being valid for another of the same owner: the key signs the order together with the wallet. The parts
 * that the wallet needs for its check are appended.
 */
const signForDepositWallet = async (privateKey: Hex, context: TradingContext, fields: OrderFields): Promise<Hex> => {
  const { domain, types, primaryType, message } = orderTypedData(context, fields)
  const hash = hashTypedData({
    domain,
    types: { ...types, TypedDataSign: WRAPPER_MEMBERS },
    primaryType: 'TypedDataSign',
    message: {
      contents: message,
      name: 'DepositWallet',
      version: '1',
      chainId: BigInt(domain.chainId),
      verifyingContract: fields.signer,
      salt: message.metadata,
    },
  })
  return concat([
    await sign({ privateKey, hash, to: 'hex' }),
    hashStruct({
      types: DOMAIN_TYPES,
      primaryType: 'EIP712Domain',
      data: { ...domain, chainId: BigInt(domain.chainId) },
    }),
    hashStruct({ types, primaryType, data: message }),
    stringToHex(ORDER_TYPE),
    numberToHex(ORDER_TYPE.length, { size: 2 }),
  ])
}

const WRAPPER_MEMBERS = [
  { name: 'contents', type: 'Order' },
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

const DOMAIN_TYPES = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
} as const
