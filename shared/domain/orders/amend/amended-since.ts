import type { Order } from '../order.ts'

/** Whether the order was changed by that request, or by one that was made later. */
export const isAmendedSince = ({ amend }: Pick<Order, 'amend'>, amendId: string): boolean =>
  amend !== null && (amend.amendId === amendId || madeAt(amend.amendId) > madeAt(amendId))

/** A UUID of version 7 begins with the millisecond in which it was made. Within one it tells no order. */
const madeAt = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
