/** Recounts positions whose fills were counted out of order. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { type PositionLedger, recount } from '#domain/portfolio/position-ledger.ts'
import type { FillStore, PositionStore } from '#ports/portfolio/portfolio-store.ts'

export interface RecountRoughDeps {
  readonly positions: Pick<PositionStore, 'save'>
  readonly fills: Pick<FillStore, 'inMarkets'>
}

/** Most positions that one poll recounts, so that it stays short. The next polls recount the others. */
const RECOUNTED_AT_ONCE = 200

/** Answers whether any position is left to recount, because an index lags or a fill was stored meanwhile. */
export const recountRough = async (
  deps: RecountRoughDeps,
  { subaccountId }: Pick<AccountRef, 'subaccountId'>,
  ledgers: readonly PositionLedger[],
  now: Millis,
): Promise<boolean> => {
  const all = ledgers.filter((ledger) => ledger.rough)
  const rough = all.slice(0, RECOUNTED_AT_ONCE)
  if (rough.length === 0) return false
  const svcIds = rough.map(({ svcId }) => svcId)
  const fills = Map.groupBy(await deps.fills.inMarkets(subaccountId, svcIds), ({ svcId }) => svcId)
  let done = 0
  for (const ledger of rough) {
    const counted = recount(ledger, fills.get(ledger.svcId) ?? [], now)
    if (counted !== null && (await deps.positions.save(counted))) done += 1
  }
  return done < all.length
}
