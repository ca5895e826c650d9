/** Who a call to an exchange is made for. */

/** The decrypted secrets of one exchange account: an opaque object of the adapter's own shape. Never logged. */
export type ExchangeSecrets = Readonly<Record<string, string>>

/** Who an authenticated call is made for. `accountKey` names rate budgets and caches; it is not secret. */
export interface ExchangeAccount {
  readonly accountKey: string
  readonly secrets: ExchangeSecrets
}

export type Verification =
  | {
      readonly kind: 'valid'
      /** The exchange's name of the account, equal for all its keys. */
      readonly exchangeAccount: string
      /** Public text the fingerprint is taken of. */
      readonly publicPart: string
      /** What to seal: the given secrets, plus what the exchange derived from them. */
      readonly secrets: ExchangeSecrets
    }
  /** `field` names the body field at fault. */
  | { readonly kind: 'invalid'; readonly field: string; readonly reason: string }
