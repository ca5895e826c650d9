/** In which contract's name an order is signed, and its hash there (Polymarket reference, sections 1 and 3.1 to 3.3). */

import { encodeAbiParameters, type Hex, hashStruct, keccak256, stringToHex } from 'viem'
import type { PolymarketMarket } from './catalogue.ts'

export interface ExchangeContext {
  readonly exchange: Hex
  readonly domainVersion: '2' | '3'
  readonly separator: Hex
}

/** The signed fields; ids and amounts may exceed what a number holds. */
export interface SignedFields {
  readonly salt: bigint
  readonly maker: Hex
  readonly signer: Hex
  readonly tokenId: bigint
  readonly makerAmount: bigint
  readonly takerAmount: bigint
  readonly side: 0 | 1
  readonly signatureType: number
  readonly timestamp: bigint
  readonly metadata: Hex
  readonly builder: Hex
}

export const CHAIN_ID = 137

const DOMAIN_NAME = 'Polymarket CTF Exchange'
const DOMAIN_TYPE = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

const contextWith = (exchange: Hex, domainVersion: '2' | '3'): ExchangeContext => ({
  exchange,
  domainVersion,
  separator: separatorOf(DOMAIN_NAME, domainVersion, exchange),
})

const separatorOf = (name: string, version: string, contract: Hex): Hex =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }, { type: 'uint256' }, { type: 'address' }],
      [
        keccak256(stringToHex(DOMAIN_TYPE)),
        keccak256(stringToHex(name)),
        keccak256(stringToHex(version)),
        BigInt(CHAIN_ID),
        contract,
      ],
    ),
  )

export const STANDARD = contextWith('0xE111180000d2663C0091e4f400237545B87B996B', '2')
export const NEG_RISK = contextWith('0xe2222d279d744050d28e00520010520000310F59', '2')
export const PROTOCOL_V2 = contextWith('0xe3333700cA9d93003F00f0F71f8515005F6c00Aa', '3')

export const CONTEXTS = [STANDARD, NEG_RISK, PROTOCOL_V2]

export const contextOf = ({ version, event }: PolymarketMarket): ExchangeContext =>
  version === 'v2' ? PROTOCOL_V2 : event.negRisk ? NEG_RISK : STANDARD

const ORDER_FIELDS = [
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

export const ORDER_TYPE = `Order(${ORDER_FIELDS.map(({ type, name }) => `${type} ${name}`).join(',')})`

const WALLET_FIELDS = [
  { name: 'contents', type: 'Order' },
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
] as const

const ZERO: Hex = `0x${'0'.repeat(64)}`

export const structHash = (order: SignedFields): Hex =>
  hashStruct({ types: { Order: ORDER_FIELDS }, primaryType: 'Order', data: { ...order } })

/** The order id: the digest that an EOA signs, for every signature type. */
export const orderHash = (context: ExchangeContext, order: SignedFields): Hex =>
  digest(context.separator, structHash(order))

/** Signed data of the owner of a deposit wallet (ERC-7739). */
export const walletDigest = (context: ExchangeContext, order: SignedFields): Hex =>
  digest(
    context.separator,
    hashStruct({
      types: { TypedDataSign: WALLET_FIELDS, Order: ORDER_FIELDS },
      primaryType: 'TypedDataSign',
      data: {
        contents: { ...order },
        name: 'DepositWallet',
        version: '1',
        chainId: BigInt(CHAIN_ID),
        verifyingContract: order.signer,
        salt: ZERO,
      },
    }),
  )

const digest = (separator: Hex, struct: Hex): Hex => keccak256(`0x1901${separator.slice(2)}${struct.slice(2)}`)
