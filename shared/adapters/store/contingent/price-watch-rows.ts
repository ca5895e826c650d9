/** Reads of the price watch: armed stops by instrument and price, and armed stops on custom assets by user. */

import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import type { Conditional } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/request/rules.ts'
import { directionOf } from '#domain/contingent/trigger/trigger-rule.ts'
import { TRIGGER_PRICE_TYPES } from '#domain/markets/trigger-price.ts'
import type { Together } from '#ports/orders/complex-order-store.ts'
import type {
  WatchedBasket,
  WatchedMarket,
  WatchedStop,
  WatchedUser,
  WatchStore,
} from '#ports/price-watch/watch-store.ts'
import { rowToStreamedAccount } from '../accounts/streamed-account-row.ts'
import { idBehind, list, oneOf, orNull, priceValue, text, whole, yesNo } from '../engine/codecs.ts'
import {
  AFTER_MARKETS,
  BASKETS,
  idOf,
  type Key,
  LISTENERS,
  OLD_SPLIT_KEY,
  SHARES,
  STREAMED,
  WATCHED_MARKETS,
  watchedBasketKey,
  watchedBasketPartition,
  watchedMarketKey,
  watchShareKey,
} from '../engine/keys.ts'
import { type Row, readRow, rowOf } from '../engine/rows.ts'
import type { Cursor, Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { triggerOf, triggerPartition } from '../engine/trigger-keys.ts'
import { isWatched, MEMBER, TRAIL } from '../rows/complex-order-row.ts'
import { rowToListener } from '../streams/listener-row.ts'
import { isMark, joinSplitMarks, markRow, rowToWatchedMarket } from './watch-marks.ts'

/** Part of the store of complex orders that the price watch needs. */
export const priceWatchRows = (table: Table): WatchStore => ({
  armedStops: async (svcId) => {
    const rows = await table.query({ index: 'trigger', partition: triggerPartition(svcId) })
    return { stops: table.readable(rows, rowToWatchedStop), isAny: rows.length > 0 }
  },

  armedPage: async (svcId, limit, after) => {
    const question = { index: 'trigger', partition: triggerPartition(svcId), limit } as const
    const { rows, cursor } = await table.page(question, after as Cursor | null)
    return { stops: table.readable(rows, rowToWatchedStop), next: cursor }
  },

  watched: async () => {
    const question = { partition: WATCHED_MARKETS, sort: { from: OLD_SPLIT_KEY.sk, upTo: AFTER_MARKETS } }
    let rows = await table.query(question)
    const split = rows.find(({ sk }) => sk === OLD_SPLIT_KEY.sk)
    if (split !== undefined) {
      await joinSplitMarks(table, split)
      rows = await table.query(question)
    }
    const begins = (start: string) => (row: Row) => String(row['sk']).startsWith(start)
    return {
      markets: table.readable(rows.filter(isMark), rowToWatchedMarket),
      users: table.readable(rows.filter(begins(SHARES)), rowToShare),
      accounts: table.readable(rows.filter(begins(STREAMED)), rowToStreamedAccount),
      listeners: table.readable(rows.filter(begins(LISTENERS)), rowToListener),
    }
  },

  armedBaskets: async (userId, after, limit) => {
    const above = after === null ? BASKETS : watchedBasketKey(userId, after).sk
    const sort = { above, upTo: LAST_BASKET }
    const rows = await table.query({ partition: watchedBasketPartition(userId), sort, limit })
    const last = rows.length < limit ? undefined : rows.at(-1)?.['sk']
    return {
      baskets: table.readable(rows, rowToWatchedBasket),
      next: last === undefined ? null : idOf(String(last)),
    }
  },

  unwatch: async ({ svcId, armedAt }) => {
    await table.write([{ remove: watchedMarketKey(svcId), expect: { same: { at: armedAt } } }])
  },

  unwatchUser: async ({ userId, armedAt }) => {
    await table.write([{ remove: watchShareKey(userId), expect: { same: { at: armedAt } } }])
  },
})

/** Sorts behind every armed stop of a partition. */
const LAST_BASKET = `${BASKETS}~`

/** Watch entries are stored before the stops: an entry too many costs a poll, a missing one would leave a stop unwatched. */
export const markToWatch = (table: Table, together: Together): Promise<void> =>
  table.putAll([...marketsToWatch(together).map(markRow), ...sharesToWatch(together)])

const marketsToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): readonly WatchedMarket[] => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isWatched)
  const markets = new Map(
    stops.map(({ target: { svcId, exchange, nativeId }, updatedAt }) => [
      svcId,
      { svcId, exchange, nativeId, armedAt: updatedAt },
    ]),
  )
  return [...markets.values()]
}

/** Rows of the users whose armed stops on custom assets are read. */
const sharesToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): ReadonlyArray<Row & Key> => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isConditional).filter(isArmedBasket)
  const users = new Map(stops.map((stop) => [stop.userId, stop.updatedAt]))
  return [...users].map(([userId, armedAt]) => ({ ...SHARE.write({ userId, armedAt }), ...watchShareKey(userId) }))
}

/** An SL or a TP has no price of its own: the watch follows the stop that it arms. */
const isArmedBasket = ({ target, status, subtype, stopPrice, trail }: Conditional): boolean =>
  target.kind !== 'market' && status === 'ACTIVE' && isStop(subtype) && (stopPrice !== null || trail !== null)

/** The row exists exactly while the stop is armed: both change together. */
export const basketToWatch = (stop: Conditional): readonly Change[] => {
  const key = watchedBasketKey(stop.userId, stop.complexOrderId)
  if (stop.target.kind === 'market' || stop.status === 'PENDING' || !isStop(stop.subtype)) return []
  if (!isArmedBasket(stop)) return [{ remove: key, expect: 'anything' }]
  const row = WATCHED_BASKET.write({
    ...stop.target,
    complexOrderId: stop.complexOrderId,
    stopPrice: stop.stopPrice,
    trail: stop.trail,
    direction: directionOf(stop),
    buyFlag: stop.trigger.buyFlag,
    triggerPriceType: stop.triggerPriceType,
    // An earlier version may have armed the stop without the time. A trailing stop is stored again with each move, so it was armed at its creation or
    // later.
    armedAt: stop.armedAt ?? (stop.trail === null ? stop.updatedAt : stop.createdAt),
  })
  return [{ put: { ...row, ...key }, expect: 'anything' }]
}

const rowToShare = (row: Row): WatchedUser => readRow(row, SHARE.read)

const rowToWatchedBasket = (row: Row): WatchedBasket => readRow(row, WATCHED_BASKET.read)

const rowToWatchedStop = (row: Row): WatchedStop => {
  const { key, trigger, ...stop } = readRow(row, WATCHED_STOP.read)
  return { complexOrderId: idOf(key), ...triggerOf(trigger), ...stop }
}

const WATCHED_STOP = rowOf({
  key: ['pk', text],
  trigger: ['ts', text],
  buyFlag: ['bf', yesNo],
  triggerPriceType: ['pt', oneOf(TRIGGER_PRICE_TYPES)],
})

const SHARE = rowOf<WatchedUser>({ userId: ['sk', idBehind(SHARES)], armedAt: ['at', whole] })

const WATCHED_BASKET = rowOf({
  complexOrderId: ['sk', idBehind(BASKETS)],
  allocation: ['al', oneOf(ALLOCATIONS)],
  members: ['bm', list(MEMBER)],
  stopPrice: ['sp', orNull(priceValue)],
  trail: ['tr', orNull(TRAIL)],
  direction: ['dr', oneOf(['down', 'up'])],
  buyFlag: ['bf', yesNo],
  triggerPriceType: ['pt', oneOf(TRIGGER_PRICE_TYPES)],
  armedAt: ['at', whole],
})
