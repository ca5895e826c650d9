/** The signer of an order, and its exchange contract (Polymarket reference, sections 2.3 and 3.1). */

import { type Hex, recoverAddress, stringToHex } from 'viem'
import { remembered } from '../../../engine/remembered.ts'
import {
  CONTEXTS,
  type ExchangeContext,
  ORDER_TYPE,
  orderHash,
  type SignedFields,
  structHash,
  walletDigest,
} from '../../world/exchange-context.ts'

/** `elsewhere`: the signature is good, but for another exchange contract. */
export type SignatureVerdict = 'good' | 'elsewhere' | 'bad'

export const verifySignature = async (
  context: ExchangeContext,
  order: SignedFields,
  signature: Hex,
  owner: string,
): Promise<SignatureVerdict> => {
  const isGoodIn = order.signatureType === 3 ? isWalletSignature : isPlainSignature
  if (await isGoodIn(context, order, signature, owner)) return 'good'
  for (const other of CONTEXTS) {
    if (other !== context && (await isGoodIn(other, order, signature, owner))) return 'elsewhere'
  }
  return 'bad'
}

const isPlainSignature = async (
  context: ExchangeContext,
  order: SignedFields,
  signature: Hex,
  owner: string,
): Promise<boolean> => (await signerOf(orderHash(context, order), signature)) === owner

/** Inner signature, domain separator, struct hash, type string and its length, each as signed in this very context. */
const isWalletSignature = async (
  context: ExchangeContext,
  order: SignedFields,
  signature: Hex,
  owner: string,
): Promise<boolean> => {
  const inner = signature.slice(0, 2 + 2 * 65) as Hex
  const length = ORDER_TYPE.length.toString(16).padStart(4, '0')
  const wrapping = [context.separator, structHash(order), stringToHex(ORDER_TYPE)].map((part) => part.slice(2)).join('')
  if (signature.slice(inner.length).toLowerCase() !== `${wrapping}${length}`) return false
  return (await signerOf(walletDigest(context, order), inner)) === owner
}

/** An order that is sent again is signed as before. */
const known = remembered<Promise<string | null>>(1_000)

const signerOf = (hash: Hex, signature: Hex): Promise<string | null> =>
  known(`${hash} ${signature}`, () => recover(hash, signature))

const recover = async (hash: Hex, signature: Hex): Promise<string | null> => {
  if (signature.length !== 2 + 2 * 65) return null
  try {
    return (await recoverAddress({ hash, signature })).toLowerCase()
  } catch {
    return null
  }
}
