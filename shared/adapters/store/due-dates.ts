/** One date in the work index for two debts: an order's own, and what those who follow it have to be told. */

import { nullish } from 'valibot'
import type { Order } from '#domain/order.ts'
import type { Row } from './attributes.ts'
import { workPartition } from './keys.ts'
import { whole } from './row-values.ts'

export const datesToRow = ({ orderId, dueAt, tendAt }: Pick<Order, 'orderId' | 'dueAt' | 'tendAt'>): Row => {
  const dates = [dueAt, tendAt].filter((at) => at !== null)
  return dates.length === 0
    ? {}
    : { wp: workPartition(orderId), due: Math.min(...dates), ta: tendAt, od: tendAt === null ? null : dueAt }
}

/** The fields they are read from. */
export const dateFields = { due: nullish(whole, null), ta: nullish(whole, null), od: nullish(whole, null) }

export const rowToDates = ({ due, ta, od }: Record<keyof typeof dateFields, number | null>) => ({
  tendAt: ta,
  dueAt: ta === null ? due : od,
})
