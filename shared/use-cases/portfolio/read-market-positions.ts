/**
 * Reads the positions of a subaccount in some of its markets. An unreadable position in another market does not matter.
 */

import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'
import { assertReadable } from './assert-readable.ts'

/**
 * Throws `UnreadableRow` if the position in one of these markets is unreadable. Other unreadable positions are left
 * out.
 */
export const readMarketPositions = async (
  { positions }: { readonly positions: Pick<PositionStore, 'get' | 'ofSubaccount'> },
  subaccountId: string,
  markets: readonly Pick<HeldPosition, 'exchange' | 'svcId'>[],
): Promise<readonly HeldPosition[]> => {
  const stored = await positions.ofSubaccount(subaccountId, { skipUnreadable: true })
  await assertReadable({ positions }, subaccountId, stored.ledgers, markets)
  return heldPositions(stored)
}
