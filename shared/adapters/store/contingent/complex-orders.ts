/** Complex orders in the table, and the transactions they share with orders. */

import { array, boolean, nullish, object, optional, picklist, string } from 'valibot'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import { type ComplexOrder, isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, TRIGGER_PRICE_TYPES } from '#domain/contingent/conditional.ts'
import { directionOf } from '#domain/contingent/trigger-rule.ts'
import type { PlacedOrder } from '#domain/orders/placed-order.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { complexOrderEvents, orderEvents } from '#domain/webhooks/order-events.ts'
import type {
  ComplexOrderFilter,
  ComplexOrderStore,
  Together,
  WatchedBasket,
  WatchedMarket,
} from '#ports/complex-order-store.ts'
import type { Page } from '#ports/page.ts'
import type { Publish } from '#ports/publish.ts'
import type { Row } from '../engine/attributes.ts'
import {
  complexOrderIdOf,
  complexOrderKey,
  complexOrderListPartition,
  type Key,
  LETTERS,
  orderKey,
  triggerOf,
  triggerPartition,
  triggerSort,
  WATCHED_MARKETS,
  watchedBasketIdOf,
  watchedBasketKey,
  watchedMarketKey,
} from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { exchangeValue, id, priceValue, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { COMPLEX_ORDERS, ORDERS } from '../history/history.ts'
import { listHistory } from '../history/list-history.ts'
import { loosenTally, tallyIfDrawn } from '../history/tallies.ts'
import { boundsOf, type RowFilter } from '../history/wanted.ts'
import { placedOrderToRow } from '../orders/placed-order-row.ts'
import { outboxChanges } from '../webhooks/outbox.ts'
import { complexOrderToRow, isWatched, memberToRow, memberValue, rowToComplexOrder } from './complex-order-row.ts'

/** The complex orders of `table`. `publish` is called after each write; by default nothing is published. */
export const complexOrderStore = (table: Table, publish: Publish = async () => undefined): ComplexOrderStore => ({
  get: async (complexOrderId) => {
    const row = await table.get(complexOrderKey(complexOrderId))
    return row === null ? null : rowToComplexOrder(row)
  },

  getAll: async (complexOrderIds) => {
    const rows = await table.batchGet(complexOrderIds.map(complexOrderKey))
    return rows.map(rowToComplexOrder)
  },

  save: async (together) => {
    // Before the stops themselves: a market too many costs a look, one too few would leave them unwatched.
    await table.putAll(marketsToWatch(together))
    const events = eventsOf(together)
    const { written } = await table.write(await changesOf(table, together, events))
    if (!written) return false
    await tallyNew(table, together)
    // Whoever writes several things at once notifies the followers of the orders among them.
    await publish({ events: events.flat(), changedOrders: [] })
    return true
  },

  list: async (userId, filter, page) => {
    if (filter.parentOrderId !== undefined) return listOfParent(table, userId, filter, filter.parentOrderId, page)
    const { createdFrom, createdBefore } = filter
    const wanted = { fields: rowFilter(filter), createdFrom, createdBefore }
    const { rows, ...about } = await listHistory(table, COMPLEX_ORDERS, userId, wanted, page)
    return { complexOrders: rows.map(rowToComplexOrder), ...about }
  },

  crossed: async (svcId, { low, high }, limit) => {
    const rows = await table.query({
      index: 'trigger',
      partition: triggerPartition(svcId),
      sort: { from: triggerSort('down', low), upTo: triggerSort('up', high) },
      limit,
    })
    return rows.map((row) => {
      const { pk, ts, bf, pt } = parseRow(watchedStopRow, row)
      return { complexOrderId: complexOrderIdOf(pk), ...triggerOf(ts), buyFlag: bf, triggerPriceType: pt }
    })
  },

  watched: async () => {
    const rows = await table.query({ partition: WATCHED_MARKETS })
    return {
      markets: rows.filter((row) => !isBasketRow(row)).map(rowToWatchedMarket),
      baskets: rows.filter(isBasketRow).map(rowToWatchedBasket),
    }
  },

  unwatch: async ({ svcId, armedAt }) => {
    await table.write([{ remove: watchedMarketKey(svcId), expect: { same: { at: armedAt } } }])
  },
})

/** What follows the fills of one order is named by that order: few, however long the history is. */
const listOfParent = async (
  table: Table,
  userId: string,
  filter: ComplexOrderFilter,
  parentOrderId: string,
  page: Page,
): ReturnType<ComplexOrderStore['list']> => {
  const parent = await table.get(orderKey(parentOrderId), { consistent: false })
  const attached = parent === null ? [] : parseRow(parentRow, parent).ci
  const rows = await table.batchGet(attached.map(complexOrderKey), { consistent: false })
  const armed = rows.flatMap((row) => parseRow(headRow, row).tx ?? [])
  const stops = await table.batchGet(armed.map(complexOrderKey), { consistent: false })
  const wanted = { ...rowFilter(filter), lp: complexOrderListPartition(userId), po: shortId(parentOrderId) }
  const { above, upTo } = boundsOf({ ...filter, fields: {} })
  const found = [...rows, ...stops]
    .filter((row) => Object.entries(wanted).every(([name, value]) => value === undefined || row[name] === value))
    .filter(({ ls }) => String(ls) > above && String(ls) <= upTo)
    .sort((a, b) => (String(a['ls']) < String(b['ls']) ? 1 : -1))
  return {
    complexOrders: found.slice(page.offset, page.offset + page.limit).map(rowToComplexOrder),
    count: found.length,
    hasMore: page.offset + page.limit < found.length,
  }
}

const parentRow = object({ ci: optional(array(id), []) })

const headRow = object({ tx: nullish(id, null) })

const tallyNew = async (table: Table, together: Together): Promise<void> => {
  const { newOrders = [], newComplexOrders = [] } = together
  for (const { orderId, userId, createdAt } of newOrders) await tallyIfDrawn(table, ORDERS, userId, orderId, createdAt)
  for (const { complexOrderId, userId, createdAt } of newComplexOrders)
    await tallyIfDrawn(table, COMPLEX_ORDERS, userId, complexOrderId, createdAt)
}

/** The events of each thing that is stored. */
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
  const { newComplexOrders = [], changedComplexOrders = [] } = together
  const tallies = await Promise.all(changedOrders.map((order) => loosenTally(table, order)))
  return [
    ...newOrders.map((order) => ({ put: placedOrderToRow(order, order.version), expect: 'absent' as const })),
    ...newComplexOrders.map((order) => ({ put: complexOrderToRow(order, order.version), expect: 'absent' as const })),
    ...changedOrders.map((order) => changed(order, placedOrderToRow(order, order.version + 1))),
    ...changedComplexOrders.map((order) => changed(order, complexOrderToRow(order, order.version + 1))),
    ...onceEach(tallies.flat()),
    ...[...newComplexOrders, ...changedComplexOrders].filter(isConditional).flatMap(basketToWatch),
    ...events.flatMap(outboxChanges),
  ]
}

const changed = ({ version }: PlacedOrder | ComplexOrder, put: Row & Key): Change => ({
  put,
  expect: { same: { v: version } },
})

/** Two orders of one stretch loosen the same tally, and a transaction takes each row once. */
const onceEach = (changes: readonly Change[]): readonly Change[] => [
  ...new Map(changes.map((change) => ['put' in change ? `${change.put.pk} ${change.put.sk}` : '', change])).values(),
]

const marketsToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): ReadonlyArray<Row & Key> => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isWatched)
  const markets = new Map(stops.map((stop) => [stop.target.svcId, stop]))
  return [...markets.values()].map(({ target, updatedAt }) => ({
    ...watchedMarketKey(target.svcId),
    x: LETTERS[target.exchange],
    n: target.nativeId,
    at: updatedAt,
  }))
}

/** The row is there exactly while the stop is armed: both change together. */
const basketToWatch = (stop: Conditional): readonly Change[] => {
  const key = watchedBasketKey(stop.complexOrderId)
  // An SL or a TP has no price of its own: the stop it arms is watched.
  if (stop.target.kind === 'market' || stop.status === 'PENDING' || stop.stopPrice === null) return []
  if (stop.status !== 'ACTIVE') return [{ remove: key, expect: 'anything' }]
  const row = {
    ...key,
    al: stop.target.allocation,
    bm: stop.target.members.map(memberToRow),
    sp: stop.stopPrice,
    dr: directionOf(stop),
    bf: stop.trigger.buyFlag,
    pt: stop.triggerPriceType,
    at: stop.updatedAt,
  }
  return [{ put: row, expect: 'anything' }]
}

const isBasketRow = (row: Row): boolean => row['bm'] !== undefined

const rowToWatchedMarket = (row: Row): WatchedMarket => {
  const { sk, x, n, at } = parseRow(watchedMarketRow, row)
  return { svcId: Number(sk), exchange: x, nativeId: n, armedAt: at }
}

const rowToWatchedBasket = (row: Row): WatchedBasket => {
  const { sk, al, bm, sp, dr, bf, pt, at } = parseRow(watchedBasketRow, row)
  return {
    complexOrderId: watchedBasketIdOf(sk),
    allocation: al,
    members: bm,
    stopPrice: sp,
    direction: dr,
    buyFlag: bf,
    triggerPriceType: pt,
    armedAt: at,
  }
}

const rowFilter = (filter: ComplexOrderFilter): RowFilter => ({
  ck: filter.kind,
  st: filter.status,
  sv: filter.svcId,
  ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
  su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
})

const watchedStopRow = object({ pk: string(), ts: string(), bf: boolean(), pt: picklist(TRIGGER_PRICE_TYPES) })

const watchedMarketRow = object({ sk: string(), x: exchangeValue, n: string(), at: whole })

const watchedBasketRow = object({
  sk: string(),
  al: picklist(ALLOCATIONS),
  bm: array(memberValue),
  sp: priceValue,
  dr: picklist(['down', 'up']),
  bf: boolean(),
  pt: picklist(TRIGGER_PRICE_TYPES),
  at: whole,
})
