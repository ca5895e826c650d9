/** Reads a wallet from the user's input. Refusals are written for the user, and never repeat the key. */

import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { getAddress, isAddress } from 'viem/utils'
import type { OrderFields } from '../signing/order-fields.ts'

export interface Wallet {
  readonly privateKey: Hex
  /** Address of the key itself, with its EIP-55 checksum; API credentials belong to it. */
  readonly address: Hex
  readonly signatureType: OrderFields['signatureType']
  /** Wallet that pays and receives: the `maker` of its orders. */
  readonly funder: Hex
  /**
   * The `signer` of its orders: the deposit wallet for type 3, else the address of the key itself (Polymarket
   * reference, section 2.3).
   */
  readonly signer: Hex
}

export interface InvalidWallet {
  readonly kind: 'invalid'
  readonly field: 'private_key' | 'signature_type' | 'funder_address'
  readonly reason: string
}

export interface GivenWallet {
  readonly private_key?: string | undefined
  readonly signature_type?: string | undefined
  readonly funder_address?: string | undefined
}

export const readWallet = (given: GivenWallet): { readonly kind: 'ok'; readonly wallet: Wallet } | InvalidWallet => {
  const privateKey = readKey(given.private_key?.trim() ?? '')
  if (typeof privateKey !== 'string') return privateKey
  const signatureType = readSignatureType(given.signature_type?.trim() ?? '')
  if (typeof signatureType !== 'number') return signatureType
  const address = privateKeyToAddress(privateKey)
  const funder = readFunder(given.funder_address?.trim() ?? '', signatureType, address)
  if (typeof funder !== 'string') return funder
  const signer = signatureType === 3 ? funder : address
  return { kind: 'ok', wallet: { privateKey, address, signatureType, funder, signer } }
}

/** Order of secp256k1's group (SEC 2, section 2.4.1): a key is a number from 1 to one below it. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const readKey = (text: string): Hex | InvalidWallet => {
  if (text === '') return invalid('private_key', 'the private key of the wallet is missing')
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase()
  if (digits === undefined) {
    return invalid('private_key', 'a private key is 64 hexadecimal digits, with or without 0x before them')
  }
  const number = BigInt(`0x${digits}`)
  return number > 0n && number < CURVE_ORDER
    ? `0x${digits}`
    : invalid('private_key', 'this number is outside the range of private keys; export the key from the wallet again')
}

const readSignatureType = (text: string): Wallet['signatureType'] | InvalidWallet =>
  SIGNATURE_TYPES.find((type) => String(type) === text) ??
  invalid(
    'signature_type',
    'the signature type is 0 (the key’s own wallet), 1 (proxy wallet), 2 (Safe) or 3 (deposit wallet)',
  )

const SIGNATURE_TYPES: ReadonlyArray<Wallet['signatureType']> = [0, 1, 2, 3]

const readFunder = (text: string, signatureType: Wallet['signatureType'], address: Hex): Hex | InvalidWallet => {
  if (text === '') {
    return signatureType === 0
      ? address
      : invalid(
          'funder_address',
          `signature type ${signatureType} needs the address of the wallet that holds the money`,
        )
  }
  if (!/^0x[0-9a-f]{40}$/i.test(text)) {
    return invalid('funder_address', 'an address is 0x and 40 hexadecimal digits')
  }
  if (!isChecked(text)) {
    return invalid('funder_address', 'the checksum of the address is wrong: a digit or its case is; copy it again')
  }
  const funder = getAddress(text.toLowerCase())
  if (/^0x0+$/.test(funder)) return invalid('funder_address', 'the zero address belongs to nobody')
  if (signatureType === 0 && funder !== address) {
    return invalid(
      'funder_address',
      'with signature type 0 the key’s own wallet pays: leave the address out, or choose the type of that other wallet',
    )
  }
  if (signatureType !== 0 && funder === address) {
    return invalid(
      'funder_address',
      `this is the key’s own address; signature type ${signatureType} needs the address of the wallet the key controls`,
    )
  }
  return funder
}

/** Checks EIP-55: the case of the letters is a checksum, unless all have the same case. */
const isChecked = (address: string): boolean => {
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || isAddress(address)
}

const invalid = (field: InvalidWallet['field'], reason: string): InvalidWallet => ({ kind: 'invalid', field, reason })
