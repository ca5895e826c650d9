/** Refuses to continue with unreadable positions. */

import type { PositionLedger } from '#domain/portfolio/position-ledger.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

/** Throws `UnreadableRow` if a stored position in one of these markets is not among the readable ones. */
export const assertReadable = async (
  { positions }: { readonly positions: Pick<PositionStore, 'get'> },
  subaccountId: string,
  readable: readonly PositionLedger[],
  markets: readonly Pick<PositionLedger, 'exchange' | 'svcId'>[],
): Promise<void> => {
  for (const { exchange, svcId } of markets)
    if (!readable.some((ledger) => ledger.exchange === exchange && ledger.svcId === svcId))
      await positions.get(subaccountId, exchange, svcId)
}
