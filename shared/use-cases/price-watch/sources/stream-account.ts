/** Finds an account for a price stream: with an armed stop at the exchange, or of a user who follows a market there. */

import { isConditional } from '#domain/contingent/complex-order.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { MarketRef } from '#domain/markets/market.ts'
import { isArmed } from '#domain/price-watch/is-armed.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import type { WatchState } from '../watch-state.ts'

export interface StreamAccountDeps {
  readonly complexOrders: Pick<ComplexOrderStore, 'getAll'>
  readonly openAccount: OpenAccount
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly memory: Pick<WatchState, 'stops' | 'users' | 'listeners'>
  readonly log: Log
}

/** Stops of each market, or on custom assets of each user, and stops in all. */
const STOPS_EACH = 5
const STOPS = 50
/** Users of streams, and subaccounts of each. */
const USERS = 5
const SUBACCOUNTS_EACH = 5

/** Returns null if no account has credentials that can be opened. `refused` are accounts for which the exchange opens no stream. */
export const streamAccount = async (
  deps: StreamAccountDeps,
  exchange: ExchangeName,
  markets: readonly WatchedMarket[],
  refused: ReadonlySet<string>,
): Promise<ExchangeAccount | null> => {
  const tried = new Set<string>()
  for await (const subaccountId of candidates(deps, exchange, markets)) {
    if (tried.has(subaccountId)) continue
    tried.add(subaccountId)
    const account = await opened(deps, subaccountId, exchange)
    if (account !== null && !refused.has(account.accountKey)) return account
  }
  return null
}

async function* candidates(
  deps: StreamAccountDeps,
  exchange: ExchangeName,
  markets: readonly WatchedMarket[],
): AsyncGenerator<string> {
  for (const complexOrderId of armedStops(deps.memory, exchange, markets)) {
    const [stop] = await deps.complexOrders.getAll([complexOrderId], { skipUnreadable: true })
    if (stop !== undefined && isConditional(stop)) yield stop.subaccountId
  }
  const there = deps.memory.listeners.filter(({ listening }) => listening.some((one) => one.exchange === exchange))
  for (const userId of [...new Set(there.map((listener) => listener.userId))].slice(0, USERS))
    for (const { subaccountId } of (await deps.subaccounts.list(userId)).slice(0, SUBACCOUNTS_EACH)) yield subaccountId
}

/** Newest markets first: a market stays watched for minutes after its last stop is gone. */
function* armedStops(
  memory: StreamAccountDeps['memory'],
  exchange: ExchangeName,
  markets: readonly WatchedMarket[],
): Generator<string> {
  const newest = markets.filter(isArmed).toSorted((a, b) => b.armedAt - a.armedAt)
  const stops = newest.flatMap(({ svcId }) => memory.stops.get(svcId)?.stops.slice(0, STOPS_EACH) ?? [])
  for (const { complexOrderId } of stops.slice(0, STOPS)) yield complexOrderId
  yield* armedBaskets(memory, exchange).take(STOPS)
}

/** Stops on custom assets with a member at the exchange, some of each user. */
function* armedBaskets(
  { users }: StreamAccountDeps['memory'],
  exchange: ExchangeName,
): Generator<string, void, undefined> {
  const isThere = (market: MarketRef): boolean => market.exchange === exchange
  for (const user of users.values()) {
    if (!user.members.some(isThere)) continue
    const there = user.stops.values().filter(({ members }) => members.some(isThere))
    for (const { complexOrderId } of there.take(STOPS_EACH)) yield complexOrderId
  }
}

const opened = async (
  { openAccount, log }: StreamAccountDeps,
  subaccountId: string,
  exchange: ExchangeName,
): Promise<ExchangeAccount | null> => {
  try {
    return await openAccount(subaccountId, exchange)
  } catch (error) {
    log.warn('credentials for a price stream not opened', { exchange, subaccountId, error: String(error) })
    return null
  }
}
