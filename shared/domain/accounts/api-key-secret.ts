/** The text of an API key: `pmt_<key id>_<secret>`, of which only a hash is kept. */

import { createHash, timingSafeEqual } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 43 base62 digits hold 256 bits. */
const DIGITS = 43

/** A new secret for a key id: the text to show once, and the hash to keep. */
export const newSecret = (keyId: string, random: (bytes: number) => Uint8Array): { text: string; hash: string } => {
  let number = BigInt(`0x${Buffer.from(random(32)).toString('hex')}`)
  let secret = ''
  while (secret.length < DIGITS) {
    secret = `${BASE62[Number(number % 62n)]}${secret}`
    number /= 62n
  }
  return { text: `pmt_${keyId}_${secret}`, hash: hashOf(secret) }
}

/** The parts of a key as sent; null when it cannot be one. */
export const parseApiKey = (text: string): { readonly keyId: string; readonly secret: string } | null => {
  const match = /^pmt_([0-9a-f-]{36})_([0-9A-Za-z]{43})$/.exec(text)
  return match === null ? null : { keyId: match[1] ?? '', secret: match[2] ?? '' }
}

/** Whether a secret is the one a hash was kept of, in constant time. */
export const matches = (secret: string, hash: string): boolean => {
  const given = Buffer.from(hashOf(secret), 'hex')
  const kept = Buffer.from(hash, 'hex')
  return given.length === kept.length && timingSafeEqual(given, kept)
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
