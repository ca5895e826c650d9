/** The account that a call to an exchange is made for. */

import type { WalletMandate } from '#domain/accounts/credentials.ts'
import type { Money } from '#domain/kernel/numbers.ts'

/** The decrypted secrets of one exchange account: an opaque object of the adapter's own shape. Never logged. */
export type ExchangeSecrets = Readonly<Record<string, string>>

/** The account that a call is made for. */
export interface ExchangeAccount {
  /** Names rate budgets and caches. The same for every key of the account, and not secret. */
  readonly accountKey: string
  readonly secrets: ExchangeSecrets
  /** The wallet actions that the user allows; absent while credentials are being checked. */
  readonly mandate?: WalletMandate
}

/** Result of a check of credentials at the exchange. */
export type Verification =
  | {
      readonly kind: 'valid'
      /** The exchange's name of the account, equal for all its keys. */
      readonly exchangeAccount: string
      /** Public text the fingerprint is taken of. */
      readonly publicPart: string
      /** The secrets to seal: the given ones, plus those that the exchange derived from them. */
      readonly secrets: ExchangeSecrets
      /** Play money that a paper account begins with; absent for an account of an exchange. */
      readonly paperCash?: Money
      /** The wallet actions that the user allows; absent if there are none. */
      readonly wallet?: WalletMandate
    }
  /** `field` names the body field at fault; `reason` is a sentence for the user. */
  | { readonly kind: 'invalid'; readonly field: string; readonly reason: string }
