/** SHA-256 as the SDK's signatures ask for it, by Node. A key is made ready for HMAC once: that takes three times as long as the HMAC. */

import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from 'node:crypto'

type SourceData = string | ArrayBuffer | ArrayBufferView

/** The SDK makes one for each value; those with a `secret` make HMACs. */
export class Sha256 {
  readonly #hash: Hash | Hmac

  constructor(secret?: SourceData) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', keyOf(secret))
  }

  update(data: SourceData): void {
    this.#hash.update(typeof data === 'string' ? data : bytesOf(data))
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest())
  }

  /** Belongs to the SDK's interface, which uses none twice. */
  reset(): void {
    throw new Error('a hash is made for one value')
  }
}

/** Of the keys that signatures derive for a day. The SDK keeps each, and gives the same array again. */
const derived = new WeakMap<object, KeyObject>()

/** Of the secret of the credentials, which each signature asks for as well. */
let secretKey: { readonly of: string; readonly key: KeyObject } | null = null

const keyOf = (secret: SourceData): KeyObject => {
  if (typeof secret === 'string') {
    if (secretKey?.of !== secret) secretKey = { of: secret, key: createSecretKey(secret, 'utf8') }
    return secretKey.key
  }
  const known = derived.get(secret)
  if (known !== undefined) return known
  const key = createSecretKey(bytesOf(secret))
  derived.set(secret, key)
  return key
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
