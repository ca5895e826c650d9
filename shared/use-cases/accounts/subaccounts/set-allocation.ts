/** Has an exchange keep the free cash of an account spread over its shards. */

import type { CashTarget } from '#domain/accounts/cash-target.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { exchangeUnavailable, notFound, type Problem, problem } from '#domain/kernel/problem.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { CredentialsPlace } from '../credentials/get-credentials.ts'
import type { OpenAccount } from '../open-account.ts'

export interface SetAllocationDeps {
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly openAccount: OpenAccount
  readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'spreadCash'>
}

/**
 * Sets the targets and returns them; an empty list ends the spreading. Refuses with 404 (subaccount, credentials) or
 * with 409 if the exchange has no shards, or none for this account. Answers 503 if the exchange does not answer; the
 * request can then be repeated.
 */
export const setAllocation = async (
  deps: SetAllocationDeps,
  where: CredentialsPlace,
  targets: readonly CashTarget[],
  signal: AbortSignal,
): Promise<readonly CashTarget[] | Problem> => {
  const { userId, subaccountId, exchange } = where
  if ((await deps.subaccounts.get(userId, subaccountId)) === null) return notFound('Subaccount')
  if (!traitsOf(exchange).splitsCash) return NO_SHARDS
  const account = await deps.openAccount(subaccountId, exchange)
  if (account === null) return notFound('Credentials')
  return deps
    .exchanges(exchange)
    .spreadCash(account, targets, signal)
    .then((outcome) => (outcome.kind === 'set' ? targets : problem(409, 'allocation_refused', outcome.reason)))
    .catch(ifUnavailable(({ message }) => exchangeUnavailable(message, 10)))
}

const NO_SHARDS = problem(409, 'no_shards', 'This exchange keeps all cash of an account in one place.')
