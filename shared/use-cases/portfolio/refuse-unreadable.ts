/** Refuses to go on beside positions that cannot be read. */

import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

/** Throws `UnreadableRow` where the position of one of these markets is stored and not among those that could be read. */
export const refuseUnreadable = async (
  { positions }: { readonly positions: Pick<PositionStore, 'get'> },
  subaccountId: string,
  readable: readonly PositionLedger[],
  markets: readonly Pick<PositionLedger, 'exchange' | 'svcId'>[],
): Promise<void> => {
  for (const { exchange, svcId } of markets)
    if (!readable.some((ledger) => ledger.exchange === exchange && ledger.svcId === svcId))
      await positions.get(subaccountId, exchange, svcId)
}
