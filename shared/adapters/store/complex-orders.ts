/** Complex orders in the table, and the transactions they share with orders. */

import { boolean, number, object, picklist, string } from 'valibot'
import { type ComplexOrder, TRIGGER_PRICE_TYPES } from '#domain/complex-order.ts'
import { price } from '#domain/numbers.ts'
import type { Order } from '#domain/order.ts'
import { complexOrderEvents, orderEvents } from '#domain/order-events.ts'
import type { ComplexOrderFilter, ComplexOrderStore, Together, WatchedMarket } from '#ports/complex-order-store.ts'
import type { Row, Value } from './attributes.ts'
import { complexOrderToRow, isWatched, rowToComplexOrder } from './complex-order-row.ts'
import {
  complexOrderIdOf,
  complexOrderKey,
  complexOrderListPartition,
  type Key,
  LETTERS,
  triggerPartition,
  WATCHED_MARKETS,
  watchedMarketKey,
} from './keys.ts'
import { orderToRow } from './order-row.ts'
import { outboxChanges } from './outbox.ts'
import { parseRow } from './parse-row.ts'
import type { Question } from './question.ts'
import { exchangeValue, whole } from './row-values.ts'
import { shortId } from './short-id.ts'
import { type Change, type Cursor, keysOf, type Table } from './table.ts'
import { loosenTally } from './tallies.ts'

export const complexOrderStore = (table: Table): ComplexOrderStore => ({
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
    const { written } = await table.write(await changesOf(table, together))
    return written
  },

  list: async (userId, filter, page) => {
    const question: Question = {
      index: 'list',
      partition: complexOrderListPartition(userId),
      filter: rowFilter(filter),
      descending: true,
      attributes: ['pk', 'sk'],
    }
    const { keys, cursor } = await firstKeys(table, question, page.offset + page.limit)
    const [rows, further] = await Promise.all([
      table.batchGet(keys.slice(page.offset, page.offset + page.limit), { consistent: false }),
      cursor === null ? 0 : table.count({ ...question, attributes: undefined }, cursor),
    ])
    return { complexOrders: rows.map(rowToComplexOrder), count: keys.length + further }
  },

  crossed: async (svcId, direction, at, limit) => {
    const rows = await table.query({
      index: 'trigger',
      partition: triggerPartition(svcId, direction),
      sort: direction === 'down' ? { atLeast: at } : { atMost: at },
      limit,
    })
    return rows.map((row) => {
      const { pk, ts, bf, pt } = parseRow(watchedStopRow, row)
      return { complexOrderId: complexOrderIdOf(pk), stopPrice: price(ts), buyFlag: bf, triggerPriceType: pt }
    })
  },

  watched: async () => {
    const rows = await table.query({ partition: WATCHED_MARKETS })
    return rows.map((row) => {
      const { sk, x, n, at } = parseRow(watchedMarketRow, row)
      return { svcId: Number(sk), exchange: x, nativeId: n, armedAt: at }
    })
  },

  unwatch: async ({ svcId, armedAt }) => {
    await table.write([{ remove: watchedMarketKey(svcId), expect: { same: { at: armedAt } } }])
  },
})

/** At least the first `most` keys that answer the question, and where to go on: what lies beyond is only counted. */
const firstKeys = async (table: Table, question: Question, most: number) => {
  const keys: Key[] = []
  let cursor: Cursor | null = null
  do {
    const read: Awaited<ReturnType<Table['page']>> = await table.page({ ...question, limit: ROWS_AT_ONCE }, cursor)
    keys.push(...keysOf(read.rows))
    cursor = read.cursor
  } while (cursor !== null && keys.length < most)
  return { keys, cursor }
}

const ROWS_AT_ONCE = 1_000

const changesOf = async (table: Table, together: Together): Promise<readonly Change[]> => {
  const { newOrders = [], changedOrders = [], newComplexOrders = [], changedComplexOrders = [] } = together
  const tallies = await Promise.all(changedOrders.map((order) => loosenTally(table, order)))
  return [
    ...newOrders.map((order) => ({ put: orderToRow(order, order.version), expect: 'absent' as const })),
    ...newComplexOrders.map((order) => ({ put: complexOrderToRow(order, order.version), expect: 'absent' as const })),
    ...changedOrders.map((order) => changed(order, orderToRow(order, order.version + 1))),
    ...changedComplexOrders.map((order) => changed(order, complexOrderToRow(order, order.version + 1))),
    ...onceEach(tallies.flat()),
    ...newOrders.flatMap((order) => outboxChanges(orderEvents(order, order.version))),
    ...changedOrders.flatMap((order) => outboxChanges(orderEvents(order, order.version + 1))),
    ...newComplexOrders.flatMap((order) => outboxChanges(complexOrderEvents(order, order.version))),
    ...changedComplexOrders.flatMap((order) => outboxChanges(complexOrderEvents(order, order.version + 1))),
  ]
}

const changed = ({ version }: Order | ComplexOrder, put: Row & Key): Change => ({
  put,
  expect: { same: { v: version } },
})

/** Two orders of one stretch loosen the same tally, and a transaction takes each row once. */
const onceEach = (changes: readonly Change[]): readonly Change[] => [
  ...new Map(changes.map((change) => ['put' in change ? `${change.put.pk} ${change.put.sk}` : '', change])).values(),
]

const marketsToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): ReadonlyArray<Row & Key> => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isWatched)
  const markets = new Map(stops.map((stop) => [stop.svcId, toWatchedMarket(stop)]))
  return [...markets.values()].map(({ svcId, exchange, nativeId, armedAt }) => ({
    ...watchedMarketKey(svcId),
    x: LETTERS[exchange],
    n: nativeId,
    at: armedAt,
  }))
}

const toWatchedMarket = ({ svcId, exchange, nativeId, updatedAt }: ComplexOrder): WatchedMarket => ({
  svcId,
  exchange,
  nativeId,
  armedAt: updatedAt,
})

const rowFilter = (filter: ComplexOrderFilter): Readonly<Record<string, Value | undefined>> => ({
  ck: filter.kind,
  st: filter.status,
  sv: filter.svcId,
  ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
  su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
  po: filter.parentOrderId === undefined ? undefined : shortId(filter.parentOrderId),
})

const watchedStopRow = object({ pk: string(), ts: number(), bf: boolean(), pt: picklist(TRIGGER_PRICE_TYPES) })

const watchedMarketRow = object({ sk: string(), x: exchangeValue, n: string(), at: whole })
