/** Vault of AWS KMS: direct encryption, bound to user, subaccount and exchange by the encryption context. */

import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import type { Vault } from '#ports/accounts/vault.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { requestLimits } from './request-limits.ts'

export const kmsVault = (
  keyId: string,
  client: KMSClient = new KMSClient({ requestHandler: requestLimits() }),
): Vault => ({
  seal: async (plaintext, context) => {
    const command = new EncryptCommand({
      KeyId: keyId,
      Plaintext: Buffer.from(plaintext),
      EncryptionContext: { ...context },
    })
    const { CiphertextBlob } = await client.send(command).catch(unanswered)
    if (CiphertextBlob === undefined) throw new Error('KMS answered Encrypt without a ciphertext')
    return Buffer.from(CiphertextBlob).toString('base64')
  },
  open: async (ciphertext, context) => {
    const CiphertextBlob = Buffer.from(ciphertext, 'base64')
    const command = new DecryptCommand({ KeyId: keyId, CiphertextBlob, EncryptionContext: { ...context } })
    const { Plaintext } = await client.send(command).catch(unanswered)
    if (Plaintext === undefined) throw new Error('KMS answered Decrypt without a plaintext')
    return Buffer.from(Plaintext).toString('utf8')
  },
})

/** No answer, a fault of KMS, or too many calls, all after the SDK's own tries. Any other error is a fault of the call. */
const unanswered = (error: unknown): never => {
  const isOurFault =
    error instanceof Error && '$fault' in error && error.$fault === 'client' && !error.name.includes('Throttling')
  throw isOurFault ? error : new ServiceUnavailable('the key service', error)
}
