/** Stores the readiness of an exchange account. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { type Finding, withFindings } from '#domain/accounts/readiness.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import { AGAIN, retryOnConflict } from '../../kernel/retry-on-conflict.ts'

export interface RecordReadinessDeps {
  readonly credentials: Pick<CredentialsStore, 'readiness' | 'saveReadiness'>
  readonly clock: Clock
}

/** Stores findings, each in place of the last finding of its check. Findings of other checks stay. */
export const recordReadiness = (
  { credentials, clock }: RecordReadinessDeps,
  { subaccountId, exchange }: AccountRef,
  findings: readonly Finding[],
): Promise<void> =>
  retryOnConflict(`the readiness of ${subaccountId}`, async () => {
    if (findings.length === 0) return undefined
    const { checks, version } = await credentials.readiness(subaccountId, exchange)
    const next = { checks: withFindings(checks, findings, clock()), version }
    return (await credentials.saveReadiness(subaccountId, exchange, next)) ? undefined : AGAIN
  })

/** Checks at the exchange and stores the findings. Checks without an answer keep their last finding. */
export const checkReadiness = async (
  deps: RecordReadinessDeps & { readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'readiness'> },
  place: AccountRef,
  account: ExchangeAccount,
  signal: AbortSignal,
): Promise<readonly Finding[]> => {
  const findings = await deps
    .exchanges(place.exchange)
    .readiness(account, signal)
    .catch(ifUnavailable(() => []))
  await recordReadiness(deps, place, findings)
  return findings
}
