/** One date in the work index for two debts: an order's own, and what those who follow it have to be told. */

import { nullish } from 'valibot'
import type { Order } from '#domain/orders/order.ts'
import type { Row } from '../engine/attributes.ts'
import { workPartition } from '../engine/keys.ts'
import { whole } from '../engine/row-values.ts'

export const datesToRow = ({ orderId, dueAt, notifyDueAt }: Pick<Order, 'orderId' | 'dueAt' | 'notifyDueAt'>): Row => {
  const dates = [dueAt, notifyDueAt].filter((at) => at !== null)
  return dates.length === 0
    ? {}
    : { wp: workPartition(orderId), due: Math.min(...dates), ta: notifyDueAt, od: notifyDueAt === null ? null : dueAt }
}

/** The fields they are read from. */
export const dateFields = { due: nullish(whole, null), ta: nullish(whole, null), od: nullish(whole, null) }

export const rowToDates = ({ due, ta, od }: Record<keyof typeof dateFields, number | null>) => ({
  notifyDueAt: ta,
  dueAt: ta === null ? due : od,
})
