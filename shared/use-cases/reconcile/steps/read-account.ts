/** Opens the account with its credentials. */

import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { ofAccount } from '#domain/accounts/sync/holder-name.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Followed, PollAccountDeps, PollContext, PollOptions } from '../poll-context.ts'

/** Null without credentials. */
export const readAccount = async (
  deps: PollAccountDeps,
  begun: AccountSync,
  options: PollOptions,
  followed: Followed,
  signal: AbortSignal,
): Promise<PollContext | null> => {
  const account = { subaccountId: begun.subaccountId, exchange: begun.exchange }
  const exchangeAccount = await deps.openAccount(begun.subaccountId, begun.exchange)
  if (exchangeAccount === null) {
    if (followed.live.length > 0) deps.log.error('account sync: live orders and no credentials', account)
    return null
  }
  const exchange = deps.exchanges(begun.exchange)
  const name = { account: exchangeAccount.accountKey, holder: await exchange.holderOf(exchangeAccount) }
  const state = ofAccount(begun, name, traitsOf(exchange.name).fillsOverlapMs, deps.clock())
  return { deps, account, sources: { exchange, exchangeAccount, signal }, options, followed, begun, state }
}
