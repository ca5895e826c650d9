/** The position before an order, from its preview: above 0 YES, below 0 NO. Null if it is not known. */

import type { Preview } from '../../api/types.ts'

export const heldBefore = (
  { qty, position_after }: Pick<Preview, 'qty' | 'position_after'>,
  buysYes: boolean,
): number | null =>
  position_after === null ? null : Math.round((position_after + (buysYes ? -qty : qty)) * 1_000_000) / 1_000_000
