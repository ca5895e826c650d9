/** Asks the exchanges how much cash the accounts of a user hold. One that does not answer hides nothing of the others. A poll of old accounts is asked for. */

import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Money, money } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { AccountSyncStore } from '#ports/accounts/account-sync-store.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { BalanceReport } from '#ports/exchanges/exchange-reports.ts'
import { ExchangeUnavailable, ifUnavailableLogged } from '#ports/exchanges/exchange-unavailable.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { OpenAccount } from '../accounts/open-account.ts'
import type { RefreshAccounts } from '../accounts/refresh-accounts.ts'

export interface ReadBalancesDeps {
  readonly subaccounts: SubaccountStore
  readonly openAccount: OpenAccount
  readonly exchanges: (name: ExchangeName) => Pick<Exchange, 'balances'>
  readonly accountSyncs: Pick<AccountSyncStore, 'ofSubaccount'>
  readonly refreshAccounts: RefreshAccounts
  readonly clock: Clock
  readonly log: Log
}

interface ShardBalance extends BalanceReport {
  readonly shard: number
}

export interface Balance {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  /** Null if the exchange does not report the cash, for the reason in `error`. */
  readonly cash: { readonly total: Money; readonly shards: readonly ShardBalance[] } | null
  readonly asOf: Millis
  readonly error: string | null
}

/** One for each exchange a subaccount has credentials for; an unknown subaccount has none. */
export const readBalances = async (
  deps: ReadBalancesDeps,
  userId: string,
  subaccountId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Balance[]> => {
  const subaccounts = (await deps.subaccounts.list(userId)).filter(
    (one) => subaccountId === undefined || one.subaccountId === subaccountId,
  )
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])
  const requested = subaccounts.flatMap((one) =>
    EXCHANGE_NAMES.map((exchange) => balanceAt(deps, one.subaccountId, exchange, patience)),
  )
  const refreshed = Promise.all(subaccounts.map((one) => deps.accountSyncs.ofSubaccount(one.subaccountId))).then(
    (accounts) => deps.refreshAccounts(accounts.flat()),
  )
  const [found] = await Promise.all([Promise.all(requested), refreshed])
  return found.filter((balance) => balance !== null)
}

const PATIENCE = 8 * SECOND

const onShard = ({ shard, amount }: BalanceReport): readonly ShardBalance[] =>
  shard === null ? [] : [{ shard, amount }]

const balanceAt = async (
  deps: ReadBalancesDeps,
  subaccountId: string,
  exchange: ExchangeName,
  signal: AbortSignal,
): Promise<Balance | null> => {
  const account = await deps.openAccount(subaccountId, exchange)
  if (account === null) return null
  const requests = { subaccountId, exchange, asOf: deps.clock() }
  const shards = await deps
    .exchanges(exchange)
    .balances(account, signal)
    .catch(ifUnavailableLogged(deps.log, 'balances: the exchange does not answer', (error) => error, { subaccountId }))
  if (shards instanceof ExchangeUnavailable) return { ...requests, cash: null, error: shards.message }
  const total = money(shards.reduce((sum, { amount }) => sum + amount, 0))
  const asOf = Math.min(...shards.map((balance) => balance.asOf ?? requests.asOf), requests.asOf)
  return { ...requests, asOf, cash: { total, shards: shards.flatMap(onShard) }, error: null }
}
