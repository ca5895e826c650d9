/** The vault as AWS KMS: direct encryption, bound to user, subaccount and exchange by the encryption context. */

import * as v from 'valibot'
import type { Vault } from '#ports/accounts/vault.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { AwsRefusal } from './aws-refusal.ts'
import type { JsonService } from './json-service.ts'
import { isThrottle } from './trying-again.ts'

/** Bytes are base64 on the wire, and so is what we store. */
export const kmsVault = (keyId: string, kms: JsonService): Vault => ({
  seal: async (plaintext, context) => {
    const Plaintext = Buffer.from(plaintext).toString('base64')
    const asked = { KeyId: keyId, Plaintext, EncryptionContext: context }
    return v.parse(Encrypted, await kms.call('Encrypt', asked).catch(unanswered)).CiphertextBlob
  },
  open: async (ciphertext, context) => {
    const asked = { KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: context }
    const { Plaintext } = v.parse(Decrypted, await kms.call('Decrypt', asked).catch(unanswered))
    return Buffer.from(Plaintext, 'base64').toString('utf8')
  },
})

const Encrypted = v.object({ CiphertextBlob: v.string() })
const Decrypted = v.object({ Plaintext: v.string() })

/** No answer, a fault of KMS, or too many calls, after all tries. Anything else is a fault of the call. */
const unanswered = (error: unknown): never => {
  const isOurFault = error instanceof AwsRefusal && error.status < 500 && !isThrottle(error.name)
  throw isOurFault ? error : new ServiceUnavailable('the key service', error)
}
