/** Reads the stored positions of a subaccount, without a call to an exchange. */

import { type HeldPosition, heldPositions } from '#domain/portfolio/held-position.ts'
import type { ReadOptions } from '#ports/kernel/unreadable-row.ts'
import type { PositionStore } from '#ports/portfolio/portfolio-store.ts'

/** Every market in which the subaccount ever traded, or holds something by the word of an exchange. */
export const readPositions = async (
  deps: { readonly positions: Pick<PositionStore, 'ofSubaccount'> },
  subaccountId: string,
  options?: ReadOptions,
): Promise<readonly HeldPosition[]> => heldPositions(await deps.positions.ofSubaccount(subaccountId, options))
