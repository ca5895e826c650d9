/** Stores two due dates in the one date of the work index: the order's own, and that of a notice to its dependents. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import type { Order } from '#domain/orders/order.ts'
import { priorityOfOrder } from '#domain/work/priority.ts'
import { orNull, whole } from '../engine/codecs.ts'
import { partOf, type Row } from '../engine/rows.ts'
import { workPartition } from '../engine/work-partitions.ts'

type Dates = Pick<Order, 'dueAt' | 'notifyDueAt'>

/** Stores the earlier date for the index, and which of the two it is. */
export const datesToRow = (order: PlacedOrder): Row => {
  const { orderId, userId, dueAt, notifyDueAt } = order
  const dates = [dueAt, notifyDueAt].filter((at) => at !== null)
  if (dates.length === 0) return {}
  const own = notifyDueAt === null ? null : dueAt
  const earlier = Math.min(...dates)
  return {
    wp: workPartition(priorityOfOrder(order, earlier), userId, orderId),
    ...DATES.write({ earlier, notifyDueAt, own }),
  }
}

/** Reads both dates of a row. */
export const rowToDates = (row: Row): Dates => {
  const { earlier, notifyDueAt, own } = DATES.read(row)
  return { notifyDueAt, dueAt: notifyDueAt === null ? earlier : own }
}

const DATES = partOf({
  earlier: ['due', orNull(whole)],
  notifyDueAt: ['ta', orNull(whole)],
  own: ['od', orNull(whole)],
})

/** Attributes of both dates. */
export const DATE_ATTRIBUTES = DATES.attributes
