/** A key service for one machine: speaks the two KMS operations the service uses, with a key in a file. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import * as v from 'valibot'
import { CannotStart } from '../../cannot-start.ts'
import { damagedData } from '../../damaged-data.ts'
import { writePrivateFile } from '../../write-private-file.ts'
import { type AwsAnswer, type AwsEndpoint, startAwsEndpoint } from './aws-endpoint.ts'

export interface LocalKms extends AwsEndpoint {
  readonly keyId: string
}

/** `isPrivate` refuses a file that others than its owner may read. */
export const startKms = async (keyFile: string, isPrivate = false): Promise<LocalKms> => {
  const key = keyOf(keyFile)
  if (isPrivate) refuseShared(keyFile)
  const endpoint = await startAwsEndpoint((operation, text) => answer(key, operation, text), '1.1')
  return { ...endpoint, keyId: KEY_ID }
}

const KEY_ID = 'arn:aws:kms:local:000000000000:key/local'

/** 256 random bits, readable by their owner alone. */
const keyOf = (file: string): Buffer => {
  if (!existsSync(file)) writePrivateFile(file, randomBytes(32).toString('hex'))
  const text = readFileSync(file, 'utf8').trim()
  // Without the key no secret could be sealed or opened, so no order could be sent.
  if (!/^[0-9a-f]{64}$/i.test(text)) throw damagedData(file, 'it holds no key')
  return Buffer.from(text, 'hex')
}

/** Throws `CannotStart` with the command that mends the file. */
const refuseShared = (file: string): void => {
  if ((statSync(file).mode & 0o077) === 0) return
  throw new CannotStart(
    `Other users of this machine may read ${file}, and open the stored credentials with it. Make it private: chmod 600 ${file}. ` +
      'If anybody may have read it, replace the keys at the exchanges too.',
  )
}

const Context = v.optional(v.record(v.string(), v.string()), {})
const Encrypt = v.object({ Plaintext: v.string(), EncryptionContext: Context })
const Decrypt = v.object({ CiphertextBlob: v.string(), EncryptionContext: Context })

const answer = (key: Buffer, operation: string, text: string): AwsAnswer => {
  try {
    if (operation === 'Encrypt') {
      const { Plaintext, EncryptionContext } = v.parse(Encrypt, JSON.parse(text))
      const plain = Buffer.from(Plaintext, 'base64')
      if (plain.length > 4_096) return refused('ValidationException', 'Plaintext is longer than 4096 bytes')
      return {
        status: 200,
        body: { CiphertextBlob: encrypt(key, plain, EncryptionContext).toString('base64'), KeyId: KEY_ID },
      }
    }
    if (operation === 'Decrypt') {
      const { CiphertextBlob, EncryptionContext } = v.parse(Decrypt, JSON.parse(text))
      const plain = decrypt(key, Buffer.from(CiphertextBlob, 'base64'), EncryptionContext)
      if (plain === null) return refused('InvalidCiphertextException', 'not sealed with this key and context')
      return { status: 200, body: { Plaintext: plain.toString('base64'), KeyId: KEY_ID } }
    }
    return refused('UnknownOperationException', `no operation ${operation}`)
  } catch {
    return refused('SerializationException', 'the request cannot be read')
  }
}

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } })

/** The encryption context is authenticated with the text, in an order of its own. */
const bound = (context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))))

const encrypt = (key: Buffer, plain: Buffer, context: Readonly<Record<string, string>>): Buffer => {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(context))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

const decrypt = (key: Buffer, blob: Buffer, context: Readonly<Record<string, string>>): Buffer | null => {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12))
    decipher.setAAD(bound(context)).setAuthTag(blob.subarray(12, 28))
    return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}
