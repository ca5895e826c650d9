/** Secrets of an account in their sealed form: the wallet, and the API credentials the exchange derived from it. */

import * as v from 'valibot'
import type { Hex } from 'viem'
import type { ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { ApiCredentials } from '../signing/account-headers.ts'
import type { Wallet } from './wallet.ts'

export interface Trader {
  readonly wallet: Wallet
  readonly credentials: ApiCredentials
  /** Null if the account has no key of the relayer. */
  readonly relayerKey: string | null
}

export const seal = ({ wallet, credentials, relayerKey }: Trader): ExchangeSecrets => ({
  private_key: wallet.privateKey,
  signature_type: String(wallet.signatureType),
  address: wallet.address,
  funder: wallet.funder,
  api_key: credentials.apiKey,
  api_secret: credentials.secret,
  api_passphrase: credentials.passphrase,
  ...(relayerKey === null ? {} : { relayer_api_key: relayerKey }),
})

/** Returns null for secrets that this service did not seal. */
export const unseal = (secrets: ExchangeSecrets): Trader | null => {
  const reading = v.safeParse(Sealed, secrets)
  if (!reading.success) return null
  const { private_key: privateKey, signature_type: signatureType, address, funder } = reading.output
  const { api_key: apiKey, api_secret: secret, api_passphrase: passphrase } = reading.output
  return {
    // The signer of an order is the deposit wallet for type 3, else the key itself (Polymarket reference, section 2.3).
    wallet: { privateKey, address, signatureType, funder, signer: signatureType === 3 ? funder : address },
    credentials: { address, apiKey, secret, passphrase },
    relayerKey: reading.output.relayer_api_key ?? null,
  }
}

const hex = (digits: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`)),
    v.transform((text): Hex => `0x${text.slice(2)}`),
  )
const name = v.pipe(v.string(), v.minLength(1))

const Sealed = v.object({
  private_key: hex(64),
  signature_type: v.pipe(v.string(), v.transform(Number), v.picklist([0, 1, 2, 3])),
  address: hex(40),
  funder: hex(40),
  api_key: name,
  api_secret: name,
  api_passphrase: name,
  relayer_api_key: v.optional(name),
})
