/** Shows the exchange credentials of a subaccount, never a secret, and the readiness of the account. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { ExchangeRefusal } from '#domain/exchanges/exchange-refusal.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { SECOND, toIso } from '#domain/kernel/time.ts'
import type { ExchangeRefusalStore } from '#ports/exchanges/exchange-refusal-store.ts'
import { type ActivateAccountDeps, enqueuePoll } from '../activate-account.ts'
import { type CredentialsPlace, getCredentials, type ReadCredentialsDeps } from './get-credentials.ts'

export interface ShowCredentialsDeps extends ReadCredentialsDeps, ActivateAccountDeps {
  readonly exchangeRefusals: Pick<ExchangeRefusalStore, 'all'>
}

/** The shown fields of stored credentials, without any secret. */
export interface ShownCredentials {
  readonly record: CredentialsRecord
  readonly checks: readonly ReadinessCheck[]
}

/**
 * Returns the stored record and the readiness of the account. Requests a new check if the last is old. Refuses with
 * 404.
 */
export const showCredentials = async (
  deps: ShowCredentialsDeps,
  where: CredentialsPlace,
): Promise<ShownCredentials | Problem> => {
  const record = await getCredentials(deps, where)
  if ('problem' in record) return record
  const { subaccountId, exchange } = where
  const [{ checks }, refusals] = await Promise.all([
    deps.credentials.readiness(subaccountId, exchange),
    deps.exchangeRefusals.all(),
  ])
  const newest = Math.max(0, ...checks.map(({ checkedAt }) => checkedAt))
  if (deps.clock() - newest >= CHECKED_EVERY) {
    const state = await deps.accountSyncs.get(subaccountId, exchange)
    if (state !== null) await enqueuePoll(deps, state, 0, { check: true })
  }
  const refused = refusals.filter((one) => one.exchange === exchange).map(refusedCheck)
  return { record, checks: [...checks, ...refused] }
}

/** While the exchange refuses all orders or all cancels of all accounts. */
const refusedCheck = ({ calls, reason, since, refusedAt }: ExchangeRefusal): ReadinessCheck => ({
  check: calls,
  ok: false,
  detail: `${reason} Since ${toIso(since)}. They wait, and one of them at a time tries again.`,
  checkedAt: refusedAt,
})

/** However often it is asked for, readiness is not looked at more often. */
const CHECKED_EVERY = 15 * SECOND
