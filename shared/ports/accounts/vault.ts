/** Seals and opens exchange credentials and the secrets of webhooks (AWS KMS; locally an endpoint with the same two operations). */

/** Bound to the ciphertext: opening under any other context fails. */
export type SealContext =
  | { readonly user: string; readonly subaccount: string; readonly exchange: string }
  | { readonly user: string; readonly webhook: string }

export interface Vault {
  /** Seals at most 4 KB; answers base64 ciphertext. */
  seal(plaintext: string, context: SealContext): Promise<string>
  open(ciphertext: string, context: SealContext): Promise<string>
}
