/** Row of an order. Names are short, nothing is stored twice, and nulls are left out: an order with its identity stays below 1 KB. */

import { AMEND_STATUSES, type Amend, type OrderTerms, type ReplacedParts } from '#domain/orders/amend/amend.ts'
import { isSettled } from '#domain/orders/derive-status.ts'
import { areSame, type ChildObservations, NO_CHILD_OBSERVATIONS } from '#domain/orders/fills/child-observations.ts'
import type { ReportedTrades } from '#domain/orders/fills/reported-trades.ts'
import { type Attempt, ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { SEND_STEPS } from '#domain/orders/steps/send-step.ts'
import {
  by,
  count,
  exact,
  exchangeValue,
  flag,
  id,
  listOrNone,
  moneyValue,
  oneOf,
  orNull,
  priceValue,
  qtyOrNone,
  qtyValue,
  text,
  whole,
} from '../engine/codecs.ts'
import { guardedPartition, type Key, legListPartition, livePartition, orderListPartition } from '../engine/keys.ts'
import { mapOf, partOf, type Row, readRow, rowBeside } from '../engine/rows.ts'
import {
  COMMON_ATTRIBUTES,
  COMMON_FIELDS,
  commonToRow,
  orderOf,
  rowToCommon,
  withSubscribers,
} from './common-fields.ts'
import { LABEL } from './label-codec.ts'
import { orderCode } from './order-code.ts'
import { rowToOrigin } from './origin-row.ts'

/** Row of an order, at the version that it gets by this write. */
export const orderToRow = (order: Order, version: number): Row & Key => ({
  ...ORDER.write({ ...order, version }),
  ...commonToRow(order),
  // Legs have a list of their own, so that lists of orders do not have to filter them out.
  lp: isLeg(order) ? legListPartition(order.userId) : orderListPartition(order.userId),
  vp: watchPartitionOf(order),
  ck: orderCode(order),
})

/** Live while the exchange still owes a report; then guarded while exits of the order follow the position. */
const watchPartitionOf = (order: Order): string | null => {
  const { subaccountId, exchange, guarded } = order
  if (!isSettled(order)) return livePartition(subaccountId, exchange)
  return guarded ? guardedPartition(subaccountId, exchange) : null
}

/** Reads the order of a row. */
export const rowToOrder = (row: Row): Order =>
  readRow(
    row,
    () => {
      const order = ORDER.read(row)
      return withSubscribers({ ...order, ...rowToCommon(row), origin: rowToOrigin(row) }, row)
    },
    () => orderOf(row),
  )

/** Left out if nothing was seen. Rows of earlier versions have none. */
const CHILD_OBSERVATIONS = by(
  orNull(
    mapOf<ChildObservations>({
      killed: ['k', listOrNone(text)],
      missing: ['m', listOrNone(mapOf({ id: ['i', text], since: ['s', whole] }))],
    }),
  ),
  (seen: ChildObservations) => (areSame(seen, NO_CHILD_OBSERVATIONS) ? null : seen),
  (seen) => seen ?? NO_CHILD_OBSERVATIONS,
)

const ATTEMPT = mapOf<Attempt>({
  number: ['n', whole],
  identity: ['i', id],
  payload: ['p', text],
  exchangeOrderIds: ['o', listOrNone(text)],
  sends: ['s', whole],
  firstSentAt: ['f', whole],
  lastSentAt: ['l', whole],
  arrived: ['a', flag],
  refusal: ['r', orNull(mapOf({ code: ['c', text], reason: ['r', text] }))],
  childObservations: ['g', CHILD_OBSERVATIONS],
  step: ['st', orNull(oneOf(SEND_STEPS))],
})

const TERMS = mapOf<OrderTerms>({
  qty: ['q', qtyValue],
  price: ['p', orNull(priceValue)],
  expiresAt: ['e', orNull(whole)],
})

const AMEND = mapOf<Amend>({
  amendId: ['i', id],
  status: ['s', oneOf(AMEND_STATUSES)],
  reason: ['r', orNull(text)],
  requested: ['w', TERMS],
  before: ['b', orNull(TERMS)],
  sentAt: ['t', orNull(whole)],
  open: ['o', flag],
  unresolvedAt: ['u', orNull(whole)],
  quietAt: ['q', orNull(whole)],
})

const REPLACED = mapOf<ReplacedParts>({
  exchangeOrderIds: ['i', listOrNone(text)],
  attempts: ['n', whole],
  filledQty: ['q', qtyValue],
  cost: ['c', orNull(exact)],
  fees: ['f', orNull(moneyValue)],
})

const SEND_STATE = { sendState: ['ss', oneOf(['none', 'in_flight', 'unknown', 'acked'])] } as const

const SENDING_FIELDS = { status: COMMON_FIELDS.status, suspended: COMMON_FIELDS.suspended, ...SEND_STATE } as const

const SENDING = partOf(SENDING_FIELDS)

/** Attributes that decide whether an order waits to be sent. */
export const SENDING_ATTRIBUTES = Object.values(SENDING_FIELDS).map(([attribute]) => attribute)

/** True if the order waits to be sent, by these attributes of its row. */
export const isUnsentRow = (row: Row): boolean => {
  const { status, suspended, sendState } = readRow(row, SENDING.read)
  return sendState === 'none' && !suspended && !isFinal(status)
}

const ORDER = rowBeside(COMMON_ATTRIBUTES, {
  ...COMMON_FIELDS,
  exchange: ['x', exchangeValue],
  svcId: ['sv', whole],
  customAssetId: ['ca', orNull(id)],
  nativeId: ['n', text],
  shard: ['sh', count],
  label: ['lb', LABEL],
  orderType: ['ty', oneOf(ORDER_TYPES)],
  timeInForce: ['tf', oneOf(TIMES_IN_FORCE)],
  price: ['p', orNull(priceValue)],
  expiresAt: ['ex', orNull(whole)],
  ...SEND_STATE,
  attempt: ['at', orNull(ATTEMPT)],
  lease: ['le', orNull(mapOf({ token: ['t', id], until: ['u', whole] }))],
  rejectCode: ['rc', orNull(text)],
  rejectReason: ['rr', orNull(text)],
  exchangeOrderId: ['vo', orNull(id)],
  exchangeState: ['vs', orNull(oneOf(['live', 'ended']))],
  exchangeFilledQty: ['vf', qtyOrNone],
  reported: [
    'rt',
    orNull(
      mapOf<ReportedTrades>({ qty: ['q', qtyValue], cost: ['c', orNull(exact)], fees: ['f', orNull(moneyValue)] }),
    ),
  ],
  provisional: ['pf', orNull(mapOf({ count: ['n', whole], since: ['s', whole] }))],
  watchUntil: ['wu', orNull(whole)],
  refusedSince: ['rs', orNull(whole)],
  notHeld: ['nh', qtyOrNone],
  closedQty: ['cq', qtyOrNone],
  guarded: ['gd', flag],
  postOnly: ['po', flag],
  reduceOnly: ['ro', flag],
  cancelOnPause: ['op', flag],
  originalQty: ['oq', orNull(qtyValue)],
  amend: ['am', orNull(AMEND)],
  replaced: ['rp', orNull(REPLACED)],
})
