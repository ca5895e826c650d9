/** True if a position, or pairs of Yes and No, can still be sold, merged or paid. */

import type { Position } from '../../api/types.ts'

export const isHeld = ({ position, pairs, settlement }: Position): boolean =>
  (position !== 0 || pairs > 0) && settlement !== 'paid'
