/** Stores external trades of an account, and adds their markets to the catalogue. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { svcIdOf } from '#domain/markets/market.ts'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { MarketStore } from '#ports/markets/market-store.ts'
import type { ExternalFill, FillStore } from '#ports/portfolio/portfolio-store.ts'
import { ifReadable, UNREADABLE } from '../../kernel/if-readable.ts'
import { toFill } from '../matching/to-fill.ts'

export interface RecordExternalFillsDeps {
  readonly fills: Pick<FillStore, 'recordExternal'>
  readonly markets: Pick<MarketStore, 'getMany' | 'name'>
  readonly log: Log
}

/** The calls of an exchange that name its markets. */
export type CatalogueExchange = Pick<Exchange, 'name' | 'marketsById'>

/**
 * Stores the fills first, so that a market that cannot be fetched does not delay them. Returns the ids of fills that
 * are not stored, because a row of their market is unreadable.
 */
export const recordExternalFills = async (
  deps: RecordExternalFillsDeps,
  account: AccountRef,
  exchange: CatalogueExchange,
  reports: readonly FillReport[],
  now: Millis,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  // A fill that is listed twice counts once.
  const each = [...new Map(reports.map((fill) => [fill.fillId, fill])).values()]
  const left = await storeReadable(deps, account, each, now)
  await knowMarkets(
    deps,
    exchange,
    each.map(({ nativeId }) => nativeId),
    signal,
  )
  return left
}

/** Stores all together; if a row is unreadable, each market separately. */
const storeReadable = async (
  { fills, log }: Pick<RecordExternalFillsDeps, 'fills' | 'log'>,
  account: AccountRef,
  reports: readonly FillReport[],
  now: Millis,
): Promise<ReadonlySet<string>> => {
  const { subaccountId, exchange } = account
  const store = (those: readonly FillReport[], about: object) =>
    ifReadable(log, { subaccountId, exchange, ...about }, () =>
      fills.recordExternal(
        those.map((fill) => toExternal(account, fill)),
        now,
      ),
    )
  const left = new Set<string>()
  if ((await store(reports, {})) !== UNREADABLE) return left
  for (const [market, those] of Map.groupBy(reports, ({ nativeId }) => nativeId))
    if ((await store(those, { market })) === UNREADABLE) for (const { fillId } of those) left.add(fillId)
  return left
}

/** Fetches markets our catalogue does not have. A fill is stored without it: the next one asks again. */
export const knowMarkets = async (
  deps: Pick<RecordExternalFillsDeps, 'markets' | 'log'>,
  exchange: CatalogueExchange,
  nativeIds: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const requested = new Map(nativeIds.map((id) => [svcIdOf(exchange.name, id), id]))
  const known = await deps.markets.getMany([...requested.keys()], { skipUnreadable: true })
  await deps.markets.name(known)
  for (const { svcId } of known) requested.delete(svcId)
  const unknown = [...requested.values()]
  if (unknown.length === 0) return
  const found = await exchange.marketsById(unknown, signal).catch(
    ifUnavailable(({ message }) => {
      const fields = { exchange: exchange.name, markets: unknown.length, error: message }
      deps.log.warn('markets of external trades not fetched', fields)
      return []
    }),
  )
  await deps.markets.name(found)
}

/** A trade that no order of ours has made, as it is stored. */
export const toExternal = (account: AccountRef, fill: FillReport): ExternalFill => ({
  ...toFill({ ...account, orderId: null, svcId: svcIdOf(account.exchange, fill.nativeId) }, fill),
  nativeId: fill.nativeId,
})
