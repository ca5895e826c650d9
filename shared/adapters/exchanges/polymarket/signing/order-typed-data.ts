/** An order as EIP-712 typed data (Polymarket reference, section 3.1): the order of its members is part of the hash. */

import type { Hex } from 'viem'
import { CHAIN_ID, type TradingContext } from './contracts.ts'
import type { OrderFields } from './order-fields.ts'

export const orderTypedData = (context: TradingContext, fields: OrderFields) => ({
  domain: {
    name: 'Polymarket CTF Exchange',
    version: context.domainVersion,
    chainId: CHAIN_ID,
    verifyingContract: context.exchange,
  },
  types: { Order: ORDER_MEMBERS },
  primaryType: 'Order' as const,
  message: {
    salt: BigInt(fields.salt),
    maker: fields.maker,
    signer: fields.signer,
    tokenId: BigInt(fields.tokenId),
    makerAmount: fields.makerAmount,
    takerAmount: fields.takerAmount,
    side: fields.side === 'BUY' ? 0 : 1,
    signatureType: fields.signatureType,
    timestamp: BigInt(fields.timestamp),
    metadata: ZERO,
    builder: ZERO,
  },
})

/** Orders have no metadata and no builder code. */
const ZERO: Hex = `0x${'0'.repeat(64)}`

const ORDER_MEMBERS = [
  { name: 'salt', type: 'uint256' },
  { name: 'maker', type: 'address' },
  { name: 'signer', type: 'address' },
  { name: 'tokenId', type: 'uint256' },
  { name: 'makerAmount', type: 'uint256' },
  { name: 'takerAmount', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'signatureType', type: 'uint8' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'metadata', type: 'bytes32' },
  { name: 'builder', type: 'bytes32' },
] as const

/** EIP-712 type of an order, which is also the end of a deposit wallet's signature. */
export const ORDER_TYPE = `Order(${ORDER_MEMBERS.map(({ name, type }) => `${type} ${name}`).join(',')})`
