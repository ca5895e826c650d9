/** Fields that rows of orders on one market and on custom assets share. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { ORDER_STATUSES } from '#domain/orders/status.ts'
import { knownOrder } from '#domain/webhooks/known-order.ts'
import type { StoredThing } from '#ports/kernel/unreadable-row.ts'
import {
  count,
  exactOrNone,
  flag,
  id,
  listOrNone,
  moneyOrNone,
  oneOf,
  orNull,
  priceValue,
  qtyOrNone,
  qtyValue,
  text,
  unless,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { createdAtOf, createdSort, idOf, type Key, orderKey } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'
import { DATE_ATTRIBUTES, datesToRow, rowToDates } from './due-dates.ts'
import { ORIGIN_ATTRIBUTES, originToRow } from './origin-row.ts'

/** Fields of every order. */
export const COMMON_FIELDS = {
  subaccountId: ['su', id],
  qty: ['q', qtyValue],
  buyFlag: ['bf', yesNo],
  clientOrderId: ['co', orNull(text)],
  tag: ['tg', orNull(text)],
  status: ['st', oneOf(ORDER_STATUSES)],
  updatedAt: ['up', whole],
  sendBy: ['sb', orNull(whole)],
  cancelRequestedAt: ['cr', orNull(whole)],
  cancelReason: ['cw', orNull(text)],
  lastError: ['er', orNull(text)],
  retries: ['re', count],
  tradedQty: ['tq', qtyOrNone],
  reversedQty: ['rq', qtyOrNone],
  tradedCost: ['tc', exactOrNone],
  feesPaid: ['fe', moneyOrNone],
  fillCount: ['fc', count],
  widened: ['wd', count],
  maxSlippage: ['ms', orNull(priceValue)],
  protectionPrice: ['pp', orNull(priceValue)],
  complexOrderIds: ['ci', listOrNone(id)],
  suspended: ['he', flag],
  notifiedState: ['to', unless('', text)],
  version: ['v', whole],
} as const

/** Names the order of an unreadable row. */
export const orderOf = (row: Row): StoredThing => ({ kind: 'order', orderId: idOf(String(row['pk'])) })

/** Attributes for keys and indexes, and fields whose stored form differs from the domain. */
export const commonToRow = (order: PlacedOrder): Row & Key => ({
  ...orderKey(order.orderId),
  ls: createdSort(order.createdAt, order.orderId),
  ...datesToRow(order),
  ...originToRow(order.origin),
  wh: order.subscriberState === null ? null : true,
})

/** Attributes that `commonToRow` and the code of the order write. */
export const COMMON_ATTRIBUTES = [...ORIGIN_ATTRIBUTES, ...DATE_ATTRIBUTES, 'wh', 'ck']

/** Reads the same fields of a row. */
export const rowToCommon = (row: Row) => ({
  orderId: idOf(String(row['pk'])),
  userId: idOf(text.read(row['lp'])),
  createdAt: createdAtOf(text.read(row['ls'])),
  ...rowToDates(row),
  subscriberState: null,
})

/** Adds the state that subscribers know, which the row implies. */
export const withSubscribers = <Placed extends PlacedOrder>(order: Placed, row: Row): Placed =>
  flag.read(row['wh']) ? { ...order, subscriberState: knownOrder(order) } : order
