/** True if a stop, an exit or a TWAP can still act. */

import type { ComplexOrder } from '../../api/types.ts'

export const isWaiting = ({ status }: Pick<ComplexOrder, 'status'>): boolean =>
  status === 'PENDING' || status === 'ACTIVE'
