import type { Order } from '../order.ts'

/** True if the order was changed by that request, or by one that was made later. */
export const isAmendedSince = ({ amend }: Pick<Order, 'amend'>, amendId: string): boolean =>
  amend !== null && (amend.amendId === amendId || madeAt(amend.amendId) > madeAt(amendId))

/** Returns the millisecond in which a UUID of version 7 was made. Ids of the same millisecond have no order. */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
