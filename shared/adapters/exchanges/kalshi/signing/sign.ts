/** Request signatures: RSA-PSS or Ed25519, chosen by the key itself (Kalshi reference, section 2). */

import { constants, createPrivateKey, type KeyObject, sign as signBytes } from 'node:crypto'

/** Returns the base64 signature of `timestamp + METHOD + path`; the path starts at the root and has no query string. */
export const sign = (key: KeyObject, timestamp: string, method: string, path: string): string => {
  const text = Buffer.from(`${timestamp}${method}${path}`)
  return (
    key.asymmetricKeyType === 'ed25519'
      ? signBytes(null, text, key)
      : signBytes('sha256', text, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
  ).toString('base64')
}

export type KeyReading =
  | { readonly kind: 'key'; readonly key: KeyObject }
  | { readonly kind: 'unusable'; readonly reason: string }

/** Reads a PEM private key, PKCS#1 or PKCS#8. The parsed key shows its type, which the header does not name. */
export const readPrivateKey = (text: string): KeyReading => {
  const pem = tidy(text)
  if (pem.includes('PUBLIC KEY-----'))
    return unusable('this is a public key; give the private key the exchange showed once')
  if (pem.includes('ENCRYPTED')) return unusable('the key is protected by a passphrase; export it without one')
  if (!pem.startsWith('-----BEGIN ')) return unusable('not a PEM private key: it starts with -----BEGIN')
  const key = parse(pem)
  if (key === null)
    return unusable('the PEM private key cannot be read; paste the whole file, first and last line included')
  if (key.asymmetricKeyType === 'ed25519') return { kind: 'key', key }
  if (key.asymmetricKeyType !== 'rsa') return unusable('the exchange takes RSA and Ed25519 keys only')
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  return bits >= 2048 && bits <= 4096 ? { kind: 'key', key } : unusable('an RSA key must have 2048 to 4096 bits')
}

/** Returns the key as PKCS#8 PEM, the stored form: one spelling for each key. */
export const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

const unusable = (reason: string): KeyReading => ({ kind: 'unusable', reason })

/** Cleans PEM text as people paste it: with `\n` spelled out, with Windows line ends, indented, or on a single line. */
const tidy = (text: string): string => {
  const pasted = text.replaceAll('\\r', '').replaceAll('\\n', '\n').trim()
  const match = /^-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----$/.exec(pasted)
  if (match === null) return pasted
  const lines = match[2]?.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${match[1]}-----`, ...lines, `-----END ${match[1]}-----`].join('\n')
}

const parse = (pem: string): KeyObject | null => {
  try {
    return createPrivateKey({ key: pem, format: 'pem' })
  } catch {
    return null
  }
}
