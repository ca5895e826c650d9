/** Seals and opens exchange credentials and the secrets of webhooks (AWS KMS; locally an endpoint with the same two operations). */

/** Owner of a secret. A secret opens only under the context that it was sealed with. */
export type SealContext =
  | { readonly user: string; readonly subaccount: string; readonly exchange: string }
  | { readonly user: string; readonly webhook: string }

export interface Vault {
  /** Seals at most 4 KB. Returns base64. */
  seal(plaintext: string, context: SealContext): Promise<string>
  /** Opens what `seal` returned. Throws if the context differs, and `ServiceUnavailable` if the key service does not answer. */
  open(ciphertext: string, context: SealContext): Promise<string>
}
