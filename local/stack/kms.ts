/** A key service for one machine: speaks the two KMS operations the service uses, with a key in a file. */

import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import * as v from 'valibot'
import { writePrivateFile } from '../write-private-file.ts'

export interface LocalKms {
  /** Ends in a secret path: any user of this machine can reach the port, and only who knows the path gets an answer. */
  readonly url: string
  readonly keyId: string
  stop(): Promise<void>
}

export const startKms = async (keyFile: string): Promise<LocalKms> => {
  const key = keyOf(keyFile)
  const path = `/${randomBytes(16).toString('hex')}`
  const server = createServer((request, response) => {
    if (!isSame(request.url?.replace(/\/$/, '') ?? '', path)) {
      response.writeHead(403).end()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const operation =
        String(request.headers['x-amz-target'] ?? '')
          .split('.')
          .at(-1) ?? ''
      const { status, body } = answer(key, operation, Buffer.concat(chunks).toString('utf8'))
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}${path}`,
    keyId: KEY_ID,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const isSame = (given: string, secret: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const KEY_ID = 'arn:aws:kms:local:000000000000:key/local'

/** 256 random bits, readable by their owner alone. */
const keyOf = (file: string): Buffer => {
  if (!existsSync(file)) writePrivateFile(file, randomBytes(32).toString('hex'))
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

const Context = v.optional(v.record(v.string(), v.string()), {})
const Encrypt = v.object({ Plaintext: v.string(), EncryptionContext: Context })
const Decrypt = v.object({ CiphertextBlob: v.string(), EncryptionContext: Context })

const answer = (key: Buffer, operation: string, text: string): { status: number; body: object } => {
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
