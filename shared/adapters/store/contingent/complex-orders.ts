/** Complex orders in the table, and the transactions that they share with orders. */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import type { LinkGroup } from '#domain/contingent/exits/linked-exits.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { complexOrderEvents, orderEvents } from '#domain/webhooks/order-events.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { ComplexOrderFilter, ComplexOrderStore, Together } from '#ports/orders/complex-order-store.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import type { Publish } from '#ports/work/publish.ts'
import { id, listOrNone, orNull, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import {
  complexOrderKey,
  complexOrderListPartition,
  idOf,
  type Key,
  linkGroupKey,
  namePrefix,
  orderKey,
  protectKey,
  protectPartition,
} from '../engine/keys.ts'
import type { RowFilter } from '../engine/question.ts'
import { recordsOf } from '../engine/readable.ts'
import { ifThere, partOf, type Row, readRow, rowOf } from '../engine/rows.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { aggregateIfDrawn, loosenAggregate } from '../history/aggregates.ts'
import { COMPLEX_ORDERS, ORDERS, type UserHistory } from '../history/history.ts'
import { listHistory } from '../history/list-history.ts'
import { namedRows } from '../history/named-rows.ts'
import { openTaggedRows, wantsOnlyOpen } from '../history/open-tagged-rows.ts'
import { boundsOf, isAnything, isRequested, isRequestedValue, type Requested } from '../history/wanted.ts'
import { outboxChanges } from '../outbox/outbox.ts'
import { complexOrderToRow, rowToComplexOrder } from '../rows/complex-order-row.ts'
import { putOrderNames } from '../rows/order-name-row.ts'
import { placedOrderToRow } from '../rows/placed-order-row.ts'
import { complexOrderCount } from './complex-order-count.ts'
import { basketToWatch, markToWatch, priceWatchRows } from './price-watch-rows.ts'

/** Store of complex orders. `publish` is called after each write; by default nothing is published. */
export const complexOrderStore = (
  table: Table,
  publish: Publish = async () => undefined,
): ComplexOrderStore & WatchStore => ({
  get: async (complexOrderId) => ifThere(await table.get(complexOrderKey(complexOrderId)), rowToComplexOrder),

  getAll: async (complexOrderIds, options) => {
    const rows = await table.batchGet(complexOrderIds.map(complexOrderKey))
    return recordsOf(table, rows, rowToComplexOrder, options)
  },

  linkGroup: async (ref) =>
    ifThere(await table.get(linkGroupKey(ref)), (row) => ({ ...ref, ...readRow(row, LINK_GROUP.read) })),

  protects: async (subaccountId, exchange) => {
    const rows = await table.query({ partition: protectPartition(subaccountId, exchange) })
    return rows.map(({ sk }) => idOf(String(sk)))
  },

  save: async (together) => {
    if (together.isWatched !== true) await markToWatch(table, together)
    await putOrderNames(table, together.newOrders ?? [], together.newComplexOrders ?? [])
    const events = eventsOf(together)
    const { written } = await table.write(await changesOf(table, together, events))
    if (!written) return false
    await aggregateNew(table, together)
    // A caller that writes several objects at once notifies the dependents of its orders.
    await publish({ stored: storedOf(together), events: events.flat(), changedOrders: [] })
    return true
  },

  list: async (userId, filter, page) => {
    if (filter.parentOrderId !== undefined)
      return listOfParent(table, { userId, parentOrderId: filter.parentOrderId }, filter, page)
    const { createdFrom, createdBefore, after, tag } = filter
    const requested = { fields: rowFilter(filter), createdFrom, createdBefore, after }
    const ofUser = { table, history: COMPLEX_ORDERS, userId }
    const { rows, count, hasMore } = await (tag === undefined
      ? listHistory(ofUser, requested, page)
      : listTagged(ofUser, requested, tag, page))
    const complexOrders = table.readable(rows, rowToComplexOrder)
    return { complexOrders, count: count - (rows.length - complexOrders.length), hasMore }
  },

  ...complexOrderCount(table),
  ...priceWatchRows(table),
})

const listTagged = (
  ofUser: UserHistory,
  requested: Requested,
  tag: string,
  page: Page,
): ReturnType<typeof listHistory> => {
  const { table, history, userId } = ofUser
  if (wantsOnlyOpen(history, requested)) return openTaggedRows(ofUser, requested, tag, page)
  return namedRows(
    table,
    {
      userId,
      prefixes: [namePrefix('tx', tag)],
      requested,
      keyOf: complexOrderKey,
      isRequested: isAnything(requested) ? null : (row) => isRequested(history, row, requested),
    },
    page,
  )
}

/** Reads the complex orders of a parent by the ids in that order: few, however long the history is. */
const listOfParent = async (
  table: Table,
  { userId, parentOrderId }: { readonly userId: string; readonly parentOrderId: string },
  filter: ComplexOrderFilter,
  page: Page,
): ReturnType<ComplexOrderStore['list']> => {
  const parent = await table.get(orderKey(parentOrderId), { consistent: false })
  const attached = parent === null ? [] : table.readable([parent], (row) => readRow(row, PARENT.read).attached).flat()
  const rows = await table.batchGet(attached.map(complexOrderKey), { consistent: false })
  const armed = table.readable(rows, (row) => readRow(row, ARMING.read).stop ?? []).flat()
  const stops = await table.batchGet(armed.map(complexOrderKey), { consistent: false })
  const needed = {
    ...rowFilter(filter),
    lp: complexOrderListPartition(userId),
    po: shortId(parentOrderId),
    tg: filter.tag,
  }
  const { above, upTo } = boundsOf({ ...filter, fields: {} })
  const found = [...rows, ...stops]
    .filter((row) => Object.entries(needed).every(([name, value]) => isRequestedValue(value, row[name])))
    .filter(({ ls }) => String(ls) > above && String(ls) <= upTo)
    .sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  return {
    complexOrders: table.readable(found.slice(page.offset, page.offset + page.limit), rowToComplexOrder),
    count: found.length,
    hasMore: page.offset + page.limit < found.length,
  }
}

const PARENT = partOf({ attached: ['ci', listOrNone(id)] })
const ARMING = partOf({ stop: ['tx', orNull(id)] })

const aggregateNew = async (table: Table, together: Together): Promise<void> => {
  const { newOrders = [], newComplexOrders = [] } = together
  for (const { orderId, userId, createdAt } of newOrders)
    await aggregateIfDrawn({ table, history: ORDERS, userId }, orderId, createdAt)
  for (const { complexOrderId, userId, createdAt } of newComplexOrders)
    await aggregateIfDrawn({ table, history: COMPLEX_ORDERS, userId }, complexOrderId, createdAt)
}

/** The stored objects, each with its new version. */
const storedOf = (together: Together): ReadonlyArray<PlacedOrder | ComplexOrder> => {
  const { newOrders = [], changedOrders = [], newComplexOrders = [], changedComplexOrders = [] } = together
  const changed = [...changedOrders, ...changedComplexOrders].map((one) => ({ ...one, version: one.version + 1 }))
  return [...newOrders, ...newComplexOrders, ...changed]
}

/** Events of each stored object. */
const eventsOf = (together: Together): ReadonlyArray<readonly WebhookEvent[]> => {
  const { newOrders = [], changedOrders = [], newComplexOrders = [], changedComplexOrders = [] } = together
  return [
    ...newOrders.map((order) => orderEvents(order, order.version)),
    ...changedOrders.map((order) => orderEvents(order, order.version + 1)),
    ...newComplexOrders.map((order) => complexOrderEvents(order, order.version)),
    ...changedComplexOrders.map((order) => complexOrderEvents(order, order.version + 1)),
  ]
}

const changesOf = async (
  table: Table,
  together: Together,
  events: ReadonlyArray<readonly WebhookEvent[]>,
): Promise<readonly Change[]> => {
  const { newOrders = [], changedOrders = [] } = together
  const { newComplexOrders = [], changedComplexOrders = [], linkGroups = [] } = together
  const aggregates = await Promise.all(changedOrders.map((order) => loosenAggregate(table, order)))
  return [
    ...newOrders.map((order) => ({ put: placedOrderToRow(order, order.version), expect: 'absent' as const })),
    ...newComplexOrders.map((order) => ({ put: complexOrderToRow(order, order.version), expect: 'absent' as const })),
    ...changedOrders.map((order) => changed(order, placedOrderToRow(order, order.version + 1))),
    ...changedComplexOrders.map((order) => changed(order, complexOrderToRow(order, order.version + 1))),
    ...linkGroups.map(groupChange),
    ...onceEach(aggregates.flat()),
    ...[...newComplexOrders, ...changedComplexOrders].filter(isConditional).flatMap(basketToWatch),
    ...[...newComplexOrders, ...changedComplexOrders].filter(isConditional).flatMap(protectToFollow),
    ...events.flatMap(outboxChanges),
  ]
}

/** The row exists from the placement until the stop fires or is cancelled. */
const protectToFollow = ({ protect, target, subaccountId, complexOrderId, status }: Conditional): readonly Change[] => {
  if (!protect || target.kind !== 'market' || status === 'ACTIVE') return []
  const key = protectKey(subaccountId, target.exchange, complexOrderId)
  return [status === 'PENDING' ? { put: key, expect: 'anything' } : { remove: key, expect: 'anything' }]
}

const groupChange = (group: LinkGroup): Change => ({
  put: { ...LINK_GROUP.write({ ...group, version: group.version + 1 }), ...linkGroupKey(group) },
  expect: byVersion(group.version),
})

const LINK_GROUP = rowOf({ complexOrderIds: ['ci', listOrNone(id)], version: ['v', whole] })

const changed = ({ version }: PlacedOrder | ComplexOrder, put: Row & Key): Change => ({
  put,
  expect: { same: { v: version } },
})

/** Two orders of one stretch loosen the same tally, and a transaction accepts each row once. */
const onceEach = (changes: readonly Change[]): readonly Change[] => [
  ...new Map(changes.map((change) => ['put' in change ? `${change.put.pk} ${change.put.sk}` : '', change])).values(),
]

const rowFilter = (filter: ComplexOrderFilter): RowFilter => ({
  ck: filter.kind,
  st: filter.status,
  sv: filter.svcId,
  ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
  su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
})
