/**
 * Signed body of POST /submit for each kind of wallet (live reference, section 4.3). The same payload always makes the
 * same body.
 */

import type { Hex } from 'viem'
import { sign } from 'viem/accounts'
import {
  concat,
  encodeFunctionData,
  encodePacked,
  hashMessage,
  hashTypedData,
  keccak256,
  numberToHex,
  parseAbi,
  size,
  stringToHex,
} from 'viem/utils'
import { CHAIN_ID } from '../signing/contracts.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { WalletCall } from './wallet-calls.ts'

/** Signed content besides the wallet. */
export interface RelayPayload {
  readonly nonce: string
  /** Unix seconds after which a deposit wallet refuses the action; other wallets have no deadline. */
  readonly deadline: string
  /** Relay of a proxy transaction, as the relayer names it. */
  readonly relay: Hex
  readonly calls: readonly WalletCall[]
}

export type RelayType = 'PROXY' | 'SAFE' | 'WALLET'

/** Returns null for a wallet that pays for its own transactions. */
export const relayTypeOf = ({ signatureType }: Pick<Wallet, 'signatureType'>): RelayType | null =>
  ([null, 'PROXY', 'SAFE', 'WALLET'] as const)[signatureType]

/** Returns the sent text, and the signature in it. */
export const relayBody = async (
  wallet: Wallet,
  payload: RelayPayload,
): Promise<{ readonly body: string; readonly signature: Hex }> => {
  const body = await bodyOf(wallet, payload)
  return { body: JSON.stringify(body), signature: body.signature }
}

const bodyOf = (wallet: Wallet, payload: RelayPayload) => {
  switch (relayTypeOf(wallet)) {
    case 'WALLET':
      return walletBody(wallet, payload)
    case 'SAFE':
      return safeBody(wallet, payload)
    case 'PROXY':
      return proxyBody(wallet, payload)
    case null:
      throw new Error('the relayer does not serve wallets of signature type 0')
  }
}

const FACTORIES = {
  WALLET: '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07',
  PROXY: '0xaB45c5A4B0c941a2F231C04C3f49182e1A254052',
} as const
const MULTI_SEND = '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761'
const RELAY_HUB = '0xD216153c06E857cD7f72665E0aF1d7D82172F494'
const NOBODY = '0x0000000000000000000000000000000000000000'

const walletBody = async ({ privateKey, address, funder }: Wallet, { nonce, deadline, calls }: RelayPayload) => {
  const hash = hashTypedData({
    domain: { name: 'DepositWallet', version: '1', chainId: CHAIN_ID, verifyingContract: funder },
    types: BATCH_TYPES,
    primaryType: 'Batch',
    message: {
      wallet: funder,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      calls: calls.map(({ to, data }) => ({ target: to, value: 0n, data })),
    },
  })
  return {
    type: 'WALLET',
    from: address,
    to: FACTORIES.WALLET,
    nonce,
    signature: await sign({ privateKey, hash, to: 'hex' }),
    depositWalletParams: {
      depositWallet: funder,
      deadline,
      calls: calls.map(({ to, data }) => ({ target: to, value: '0', data })),
    },
  }
}

const safeBody = async ({ privateKey, address, funder }: Wallet, { nonce, calls }: RelayPayload) => {
  const [only, ...others] = calls
  const call = only !== undefined && others.length === 0 ? { ...only, operation: 0 } : multiSend(calls)
  const digest = hashTypedData({
    domain: { chainId: CHAIN_ID, verifyingContract: funder },
    types: SAFE_TYPES,
    primaryType: 'SafeTx',
    message: {
      ...call,
      value: 0n,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: NOBODY,
      refundReceiver: NOBODY,
      nonce: BigInt(nonce),
    },
  })
  // A personal signature, which a Safe recognizes by its v of 31 or 32.
  const signed = await sign({ privateKey, hash: hashMessage({ raw: digest }), to: 'hex' })
  const v = Number.parseInt(signed.slice(-2), 16) + 4
  return {
    from: address,
    to: call.to,
    proxyWallet: funder,
    data: call.data,
    nonce,
    signature: `${signed.slice(0, -2)}${v.toString(16)}` as Hex,
    signatureParams: {
      gasPrice: '0',
      operation: String(call.operation),
      safeTxnGas: '0',
      baseGas: '0',
      gasToken: NOBODY,
      refundReceiver: NOBODY,
    },
    type: 'SAFE',
    metadata: '',
  }
}

const multiSend = (calls: readonly WalletCall[]): WalletCall & { readonly operation: number } => {
  const packed = calls.map(({ to, data }) =>
    encodePacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0n, BigInt(size(data)), data]),
  )
  const data = encodeFunctionData({ abi: BATCH_ABI, functionName: 'multiSend', args: [concat(packed)] })
  return { to: MULTI_SEND, data, operation: 1 }
}

const proxyBody = async ({ privateKey, address, funder }: Wallet, { nonce, relay, calls }: RelayPayload) => {
  const to = FACTORIES.PROXY
  const batch = calls.map((call) => ({ typeCode: 1, to: call.to, value: 0n, data: call.data }))
  const data = encodeFunctionData({ abi: BATCH_ABI, functionName: 'proxy', args: [batch] })
  const word = (number: string): Hex => numberToHex(BigInt(number), { size: 32 })
  const hash = keccak256(
    concat([
      stringToHex('rlx:'),
      address,
      to,
      data,
      ...[word('0'), word('0'), word(GAS_LIMIT), word(nonce)],
      RELAY_HUB,
      relay,
    ]),
  )
  return {
    from: address,
    to,
    proxyWallet: funder,
    data,
    nonce,
    signature: await sign({ privateKey, hash: hashMessage({ raw: hash }), to: 'hex' }),
    signatureParams: { gasPrice: '0', gasLimit: GAS_LIMIT, relayerFee: '0', relayHub: RELAY_HUB, relay },
    type: 'PROXY',
    metadata: '',
  }
}

/**
 * Default of the official client if the gas is not estimated. Nine approvals need more than the 200,000 of the other
 * client.
 */
const GAS_LIMIT = '10000000'

const BATCH_TYPES = {
  Call: [
    { name: 'target', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
  ],
  Batch: [
    { name: 'wallet', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'calls', type: 'Call[]' },
  ],
} as const

const SAFE_TYPES = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const

const BATCH_ABI = parseAbi([
  'struct ProxyCall { uint8 typeCode; address to; uint256 value; bytes data; }',
  'function proxy(ProxyCall[] calls)',
  'function multiSend(bytes transactions)',
])
