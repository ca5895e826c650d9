/** The vault as AWS KMS: direct encryption, bound to user, subaccount and exchange by the encryption context. */

import { object, parse, string } from 'valibot'
import type { Vault } from '#ports/vault.ts'
import type { CallAws, JsonApi } from './json-service.ts'
import { persist } from './persist.ts'

/** What `openJsonService` opens for it. */
export const KMS: JsonApi = { service: 'kms', target: 'TrentService', version: '1.1' }

/** `keyId` names the key it seals with; what was sealed is text in base64. */
export const kmsVault = (call: CallAws, keyId: string): Vault => ({
  seal: async (plaintext, context) => {
    const Plaintext = Buffer.from(plaintext).toString('base64')
    const input = { KeyId: keyId, Plaintext, EncryptionContext: context }
    return parse(sealed, await persist(() => call('Encrypt', input), MOST_TRIES)).CiphertextBlob
  },
  open: async (ciphertext, context) => {
    const input = { KeyId: keyId, CiphertextBlob: ciphertext, EncryptionContext: context }
    const { Plaintext } = parse(opened, await persist(() => call('Decrypt', input), MOST_TRIES))
    return Buffer.from(Plaintext, 'base64').toString('utf8')
  },
})

const MOST_TRIES = 3
const sealed = object({ CiphertextBlob: string() })
const opened = object({ Plaintext: string() })
