/** The shown fields of stored exchange credentials, without any secret. */

import type { ExchangeName } from '../kernel/exchange-name.ts'
import type { Money } from '../kernel/numbers.ts'
import type { Millis } from '../kernel/time.ts'

/** Permissions of the service with a wallet besides trading. */
export interface WalletMandate {
  /** The service may use the relayer of the exchange: a key for it is stored. */
  readonly relays: boolean
  /** The service redeems decided positions and merges pairs automatically. */
  readonly autoRedeem: boolean
}

/** Trading, and nothing else. */
export const NO_MANDATE: WalletMandate = { relays: false, autoRedeem: false }

export interface CredentialsRecord extends WalletMandate {
  readonly subaccountId: string
  readonly userId: string
  readonly exchange: ExchangeName
  /** The account at the exchange, the same for each of its keys. One subaccount per exchange account. */
  readonly exchangeAccount: string
  /** First 16 hex digits of SHA-256 over the public part: lets a person recognise a key, and reveals nothing. */
  readonly fingerprint: string
  readonly verifiedAt: Millis
  readonly insertedAt: Millis
  /** Play money that a paper account begins with; null for an account of an exchange. */
  readonly paperCash: Money | null
  /** Ciphertext of the secrets (KMS, encryption context = user, subaccount, exchange), base64. */
  readonly sealed: string
}
