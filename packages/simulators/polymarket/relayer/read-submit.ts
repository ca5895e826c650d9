/** The body of POST /submit for each kind of wallet: its calls, and whether the wallet's owner signed them (live reference, section 4.3). */

import * as v from 'valibot'
import {
  concat,
  decodeFunctionData,
  type Hex,
  hashTypedData,
  hexToNumber,
  keccak256,
  numberToHex,
  parseAbi,
  recoverAddress,
  recoverMessageAddress,
  size,
  slice,
  stringToHex,
} from 'viem'
import { refusal } from '../http/refusal.ts'
import { DEPOSIT_WALLET_FACTORY, MULTI_SEND, PROXY_FACTORY, RELAY_HUB } from '../world/contracts.ts'
import { CHAIN_ID } from '../world/exchange-context.ts'
import type { WalletCall, WalletKind } from './relayed-action.ts'

export interface Submitted {
  readonly type: WalletKind
  readonly from: string
  /** The wallet that is to act, lower case. */
  readonly wallet: string
  readonly to: string
  readonly nonce: string
  readonly data: string
  readonly calls: readonly WalletCall[]
  readonly signature: Hex
  readonly metadata: string
  readonly deadline: number | null
  /** The signer; null for an impossible signature. */
  readonly signer: string | null
}

/** The relay of a proxy transaction, as /relay-payload names it. */
export const RELAY = '0x1111111111111111111111111111111111111111'

export const readSubmit = async (json: unknown): Promise<Submitted> => {
  const reading = v.safeParse(Body, json)
  if (!reading.success) throw refusal(400, 'invalid transaction request')
  const body = reading.output
  switch (body.type) {
    case 'WALLET':
      return readWallet(body)
    case 'SAFE':
      return readSafe(body)
    case 'PROXY':
      return readProxy(body)
  }
}

const isHexText = (text: unknown): text is Hex => typeof text === 'string' && /^0x[0-9a-fA-F]*$/.test(text)
const hex = v.custom<Hex>(isHexText)
const address = v.custom<Hex>((text) => isHexText(text) && text.length === 42)
const whole = v.pipe(v.string(), v.regex(/^\d{1,30}$/))
const common = {
  from: address,
  to: address,
  nonce: whole,
  signature: hex,
  metadata: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
}

const WalletBody = v.object({
  ...common,
  type: v.literal('WALLET'),
  depositWalletParams: v.object({
    depositWallet: address,
    deadline: whole,
    calls: v.pipe(v.array(v.object({ target: address, value: whole, data: hex })), v.minLength(1)),
  }),
})
const SafeBody = v.object({
  ...common,
  type: v.literal('SAFE'),
  proxyWallet: address,
  data: hex,
  signatureParams: v.object({
    gasPrice: whole,
    operation: v.picklist(['0', '1']),
    safeTxnGas: whole,
    baseGas: whole,
    gasToken: address,
    refundReceiver: address,
  }),
})
const ProxyBody = v.object({
  ...common,
  type: v.literal('PROXY'),
  proxyWallet: address,
  data: hex,
  signatureParams: v.object({
    gasPrice: whole,
    gasLimit: whole,
    relayerFee: whole,
    relayHub: address,
    relay: address,
  }),
})
const Body = v.variant('type', [WalletBody, SafeBody, ProxyBody])

const readWallet = async (body: v.InferOutput<typeof WalletBody>): Promise<Submitted> => {
  const { from, to, nonce, signature, metadata, depositWalletParams } = body
  const { depositWallet, deadline, calls } = depositWalletParams
  if (to.toLowerCase() !== DEPOSIT_WALLET_FACTORY.toLowerCase()) throw refusal(400, 'invalid factory')
  const hash = hashTypedData({
    domain: { name: 'DepositWallet', version: '1', chainId: CHAIN_ID, verifyingContract: depositWallet },
    types: {
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
    },
    primaryType: 'Batch',
    message: {
      wallet: depositWallet,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
      calls: calls.map(({ target, value, data }) => ({ target, value: BigInt(value), data })),
    },
  })
  return {
    type: 'WALLET',
    ...{ from: from.toLowerCase(), wallet: depositWallet.toLowerCase(), to, nonce, data: '0x', signature, metadata },
    calls: calls.map(({ target, data }) => ({ to: target, data })),
    deadline: Number(deadline),
    signer: await signerOf(() => recoverAddress({ hash, signature })),
  }
}

const readSafe = async (body: v.InferOutput<typeof SafeBody>): Promise<Submitted> => {
  const { from, to, nonce, signature, metadata, proxyWallet, data, signatureParams } = body
  const operation = Number(signatureParams.operation)
  const raw = hashTypedData({
    domain: { chainId: CHAIN_ID, verifyingContract: proxyWallet },
    types: {
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
    },
    primaryType: 'SafeTx',
    message: {
      to,
      value: 0n,
      data,
      operation,
      safeTxGas: BigInt(signatureParams.safeTxnGas),
      baseGas: BigInt(signatureParams.baseGas),
      gasPrice: BigInt(signatureParams.gasPrice),
      gasToken: signatureParams.gasToken,
      refundReceiver: signatureParams.refundReceiver,
      nonce: BigInt(nonce),
    },
  })
  // A Safe knows a personal signature by its v of 31 or 32.
  const v31 = signature.length === 132 ? hexToNumber(slice(signature, 64)) : 0
  const plain = concat([
    slice(signature, 0, Math.min(64, size(signature))),
    numberToHex(v31 > 30 ? v31 - 4 : 0, { size: 1 }),
  ])
  const isBatch = operation === 1 && to.toLowerCase() === MULTI_SEND.toLowerCase()
  return {
    type: 'SAFE',
    ...{ from: from.toLowerCase(), wallet: proxyWallet.toLowerCase(), to, nonce, data, signature, metadata },
    calls: isBatch ? unpacked(data) : [{ to, data }],
    deadline: null,
    signer: await signerOf(() => recoverMessageAddress({ message: { raw }, signature: plain })),
  }
}

const readProxy = async (body: v.InferOutput<typeof ProxyBody>): Promise<Submitted> => {
  const { from, to, nonce, signature, metadata, proxyWallet, data, signatureParams } = body
  const { relayerFee, gasPrice, gasLimit, relayHub, relay } = signatureParams
  const isKnown = to.toLowerCase() === PROXY_FACTORY.toLowerCase() && relayHub.toLowerCase() === RELAY_HUB.toLowerCase()
  if (!isKnown) throw refusal(400, 'invalid factory')
  const word = (number: string): Hex => numberToHex(BigInt(number), { size: 32 })
  const raw = keccak256(
    concat([
      stringToHex('rlx:'),
      ...[from, to, data, word(relayerFee), word(gasPrice), word(gasLimit), word(nonce), relayHub, relay],
    ]),
  )
  return {
    type: 'PROXY',
    ...{ from: from.toLowerCase(), wallet: proxyWallet.toLowerCase(), to, nonce, data, signature, metadata },
    calls: callsOfProxy(data),
    deadline: null,
    signer: await signerOf(() => recoverMessageAddress({ message: { raw }, signature })),
  }
}

const BATCHES = parseAbi([
  'struct ProxyCall { uint8 typeCode; address to; uint256 value; bytes data; }',
  'function proxy(ProxyCall[] calls)',
  'function multiSend(bytes transactions)',
])

const callsOfProxy = (data: Hex): WalletCall[] => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: BATCHES, data })
    if (functionName === 'proxy') return args[0].map(({ to, data: call }) => ({ to, data: call }))
  } catch {
    // Not a batch at all.
  }
  throw refusal(400, 'invalid proxy call')
}

/** uint8, address, uint256, uint256 and that many bytes, one after the other. */
const unpacked = (data: Hex): WalletCall[] => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: BATCHES, data })
    if (functionName !== 'multiSend') throw refusal(400, 'invalid multisend')
    const packed = args[0]
    const calls: WalletCall[] = []
    for (let at = 0; at < size(packed); ) {
      const length = hexToNumber(slice(packed, at + 53, at + 85))
      calls.push({ to: slice(packed, at + 1, at + 21), data: slice(packed, at + 85, at + 85 + length) })
      at += 85 + length
    }
    return calls
  } catch {
    throw refusal(400, 'invalid multisend')
  }
}

const signerOf = async (recover: () => Promise<Hex>): Promise<string | null> => {
  try {
    return (await recover()).toLowerCase()
  } catch {
    return null
  }
}
