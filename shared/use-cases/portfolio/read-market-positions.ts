/** The positions of a subaccount for what is done in some of its markets: one of another market that cannot be read is in nobody's way. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

interface Place {
  readonly exchange: ExchangeName
  readonly svcId: number
}

/** Throws `UnreadableRow` where that of one of these markets cannot be read. Others that cannot are left out. */
export const readMarketPositions = async (
  { positions }: { readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'> },
  subaccountId: string,
  markets: readonly Place[],
): Promise<readonly HeldPosition[]> => {
  const stored = await positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  const isRead = ({ exchange, svcId }: Place): boolean =>
    stored.ledgers.some((ledger) => ledger.exchange === exchange && ledger.svcId === svcId)
  for (const market of markets) if (!isRead(market)) await positions.get(subaccountId, market.exchange, market.svcId)
  return heldPositions(stored)
}
