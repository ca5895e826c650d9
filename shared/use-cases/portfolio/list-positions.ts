/** The positions of a user's subaccounts as last known, by subaccount: one query each. A poll of old accounts is asked for. */

import { allPositionsReadAt } from '#domain/accounts/sync/known-to.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { MarketStatus } from '#domain/markets/market.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import type { RefreshAccounts } from '../accounts/refresh-accounts.ts'
import { accessibleSubaccounts } from '../accounts/subaccounts/accessible-subaccounts.ts'
import type { RememberedMarkets } from '../markets/remembered-markets.ts'

export interface ListPositionsDeps {
  readonly subaccounts: Pick<SubaccountStore, 'list'>
  readonly positions: Pick<PositionStore, 'ofSubaccount'>
  readonly marketBriefs: RememberedMarkets
  readonly refreshAccounts: RefreshAccounts
}

export interface PositionFilter {
  readonly subaccountId?: string | undefined
  readonly svcId?: number | undefined
  readonly includeClosed: boolean
}

export interface ListedPosition extends HeldPosition {
  /** The question of the market; null for a market the catalogue does not have. */
  readonly title: string | null
  /** Ticker or slug of the market; null without one. */
  readonly ticker: string | null
  /** Null for a market the catalogue does not have. */
  readonly marketStatus: MarketStatus | null
}

export interface PositionsOfSubaccount {
  readonly subaccountId: string
  /** When the exchanges were last asked for them; null if one of them never was. */
  readonly asOf: Millis | null
  readonly positions: readonly ListedPosition[]
}

/** Last traded first. Only subaccounts that have any, unless one was asked for by name. */
export const listPositions = async (
  deps: ListPositionsDeps,
  userId: string,
  filter: PositionFilter,
): Promise<readonly PositionsOfSubaccount[]> => {
  const requested = await accessibleSubaccounts(deps, userId, filter.subaccountId)
  const stored = await Promise.all(
    requested.map((subaccountId) => deps.positions.ofSubaccount(subaccountId, { skipUnreadable: true })),
  )
  const held = stored.map((portfolio) =>
    heldPositions(portfolio).filter(({ svcId }) => filter.svcId === undefined || svcId === filter.svcId),
  )
  const [markets] = await Promise.all([
    deps.marketBriefs([...new Set(held.flat().map(({ svcId }) => svcId))]),
    deps.refreshAccounts(stored.flatMap(({ accounts }) => accounts)),
  ])
  const listed = (one: HeldPosition): ListedPosition => {
    const market = markets.get(one.svcId)
    return {
      ...one,
      title: market?.name ?? null,
      ticker: traitsOf(one.exchange).nativeIdIsTicker ? one.nativeId : (market?.slug ?? null),
      // Catalogues lag: that trading is over may be known here first.
      marketStatus: one.closed ? 'closed' : (market?.status ?? null),
    }
  }
  return requested
    .map((subaccountId, place) => ({
      subaccountId,
      asOf: allPositionsReadAt(stored[place]?.accounts ?? []),
      positions: (held[place] ?? [])
        .map(listed)
        .filter((one) => filter.includeClosed || one.marketStatus !== 'closed')
        .sort(lastTradedFirst),
    }))
    .filter(({ positions }) => positions.length > 0 || filter.subaccountId !== undefined)
}

const lastTradedFirst = (one: ListedPosition, other: ListedPosition): number =>
  (other.fills.lastFillAt ?? 0) - (one.fills.lastFillAt ?? 0) || one.svcId - other.svcId
