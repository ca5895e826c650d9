/**
 * The text of an API key: `pmt_<key id>_<secret>`, of which only a hash is kept. The last six digits of a secret are a checksum of
 * the text before them, so that a typo is seen without asking anybody.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 43 base62 digits hold 256 bits. */
const DIGITS = 43
/** 6 hold the 32 of a CRC. */
const CHECKSUM_DIGITS = 6

/** A new secret for a key id: the text to show once, and the hash to keep. */
export const newSecret = (keyId: string, random: (bytes: number) => Uint8Array): { text: string; hash: string } => {
  const unchecked = `pmt_${keyId}_${base62(BigInt(`0x${Buffer.from(random(32)).toString('hex')}`), DIGITS)}`
  const text = `${unchecked}${checksumOf(unchecked)}`
  return { text, hash: hashOf(secretIn(text)) }
}

const secretIn = (text: string): string => text.slice(text.lastIndexOf('_') + 1)

const checksumOf = (unchecked: string): string => base62(BigInt(crc32(unchecked)), CHECKSUM_DIGITS)

const base62 = (value: bigint, digits: number): string => {
  let number = value
  let text = ''
  while (text.length < digits) {
    text = `${BASE62[Number(number % 62n)]}${text}`
    number /= 62n
  }
  return text
}

/** The parts of a key as sent; null when it cannot be one. Keys from before there were checksums have none. */
export const parseApiKey = (text: string): { readonly keyId: string; readonly secret: string } | null => {
  const match = /^pmt_([0-9a-f-]{36})_([0-9A-Za-z]{43}(?:[0-9A-Za-z]{6})?)$/.exec(text)
  if (match === null) return null
  const [, keyId = '', secret = ''] = match
  const isWhole =
    secret.length === DIGITS || checksumOf(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS)
  return isWhole ? { keyId, secret } : null
}

/** True if a secret is the one a hash was kept of, in constant time. */
export const matches = (secret: string, hash: string): boolean => {
  const given = Buffer.from(hashOf(secret), 'hex')
  const kept = Buffer.from(hash, 'hex')
  return given.length === kept.length && timingSafeEqual(given, kept)
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
