/** Opens the credentials of a subaccount at an exchange, so that calls can be made for it. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { MINUTE } from '#domain/kernel/time.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { Vault } from '#ports/accounts/vault.ts'
import type { ExchangeAccount, ExchangeSecrets } from '#ports/exchanges/exchange-account.ts'
import type { After } from '#ports/kernel/clock.ts'
import { forgetfulMap } from '../kernel/forgetful-map.ts'

/** The account with its decrypted secrets; null when no credentials are stored. */
export type OpenAccount = (subaccountId: string, exchange: ExchangeName) => Promise<ExchangeAccount | null>

/** How long decrypted secrets stay in this process. The stored record is read each time, so a change of credentials acts at once. */
const KEEP_FOR = 5 * MINUTE

/** An `OpenAccount` with a cache of its own. */
export const accountOpener = (deps: {
  readonly credentials: CredentialsStore
  readonly vault: Vault
  readonly after: After
}): OpenAccount => {
  const opened = forgetfulMap<{ readonly sealed: string; readonly account: ExchangeAccount }>(KEEP_FOR, deps.after)
  return async (subaccountId, exchange) => {
    const record = await deps.credentials.get(subaccountId, exchange)
    const accountKey = `${exchange}:${subaccountId}`
    if (record === null) {
      opened.delete(accountKey)
      return null
    }
    const kept = opened.get(accountKey)
    if (kept !== undefined && kept.sealed === record.sealed) return kept.account
    opened.delete(accountKey)
    const context = { user: record.userId, subaccount: subaccountId, exchange }
    const account = {
      accountKey: record.exchangeAccount,
      secrets: readSecrets(await deps.vault.open(record.sealed, context)),
      mandate: { relays: record.relays, autoRedeem: record.autoRedeem },
    }
    opened.set(accountKey, { sealed: record.sealed, account })
    return account
  }
}

const readSecrets = (text: string): ExchangeSecrets => {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null) throw new Error('sealed credentials are not an object')
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
