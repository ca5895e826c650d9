/** What the price watch reads: armed stops by instrument and price, and those on custom assets by user. */

import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import { isConditional } from '#domain/contingent/complex-order.ts'
import { type Conditional, TRIGGER_PRICE_TYPES } from '#domain/contingent/conditional.ts'
import { isStop } from '#domain/contingent/rules.ts'
import { directionOf } from '#domain/contingent/trigger-rule.ts'
import type {
  ComplexOrderStore,
  Together,
  WatchedBasket,
  WatchedMarket,
  WatchShare,
} from '#ports/orders/complex-order-store.ts'
import { rowToStreamedAccount } from '../accounts/streamed-account-row.ts'
import type { Row } from '../engine/attributes.ts'
import { exchangeValue, list, oneOf, orNull, priceValue, text, whole, yesNo } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import {
  AFTER_MARKETS,
  afterTrigger,
  BASKETS,
  complexOrderIdOf,
  type Key,
  LISTENERS,
  SHARES,
  STREAMED,
  triggerOf,
  triggerPartition,
  triggerSort,
  WATCHED_MARKETS,
  watchedBasketIdOf,
  watchedBasketKey,
  watchedBasketPartition,
  watchedMarketKey,
  watchShareKey,
  watchShareUserOf,
} from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { rowToListener } from '../streams/listener-row.ts'
import { isWatched, MEMBER, TRAIL } from './complex-order-row.ts'

type PriceWatchRows = Pick<
  ComplexOrderStore,
  'crossed' | 'watched' | 'armedBaskets' | 'unwatch' | 'unwatchShare' | 'unwatchOld'
>

/** The part of the store of complex orders that the price watch needs. */
export const priceWatchRows = (table: Table): PriceWatchRows => ({
  crossed: async (svcId, { low, high }, limit) => {
    const rows = await table.query({
      index: 'trigger',
      partition: triggerPartition(svcId),
      sort: { from: triggerSort('down', low), upTo: afterTrigger('up', high) },
      limit,
    })
    return rows.map((row) => {
      const { key, trigger, ...stop } = readRow(row, WATCHED_STOP.read)
      return { complexOrderId: complexOrderIdOf(key), ...triggerOf(trigger), ...stop }
    })
  },

  watched: async () => {
    const rows = await table.query({ partition: WATCHED_MARKETS, sort: { from: SHARES, upTo: AFTER_MARKETS } })
    const begins = (start: string) => (row: Row) => String(row['sk']).startsWith(start)
    const isShare = begins(SHARES)
    const isAccount = begins(STREAMED)
    const isListener = begins(LISTENERS)
    return {
      markets: table.readable(
        rows.filter((row) => !isShare(row) && !isAccount(row) && !isListener(row)),
        rowToWatchedMarket,
      ),
      shares: table.readable(rows.filter(isShare), rowToShare),
      accounts: table.readable(rows.filter(isAccount), rowToStreamedAccount),
      listeners: table.readable(rows.filter(isListener), rowToListener),
    }
  },

  armedBaskets: async (userId, after, limit) => {
    const above = after === null ? BASKETS : watchedBasketKey(userId, after).sk
    const sort = { above, upTo: LAST_BASKET }
    const rows = await table.query({ partition: watchedBasketPartition(userId), sort, limit })
    const last = rows.length < limit ? undefined : rows.at(-1)?.['sk']
    return {
      baskets: table.readable(rows, rowToWatchedBasket),
      next: last === undefined ? null : watchedBasketIdOf(String(last)),
    }
  },

  unwatch: async ({ svcId, armedAt }) => {
    await table.write([{ remove: watchedMarketKey(svcId), expect: { same: { at: armedAt } } }])
  },

  unwatchShare: async ({ userId, armedAt }) => {
    await table.write([{ remove: watchShareKey(userId), expect: { same: { at: armedAt } } }])
  },

  unwatchOld: async (complexOrderId) => {
    await table.write([{ remove: watchedBasketKey(null, complexOrderId), expect: 'anything' }])
  },
})

/** Behind every armed stop of a partition. */
const LAST_BASKET = `${BASKETS}~`

/** What is stored before the stops themselves: one mark too many costs a look, one too few would leave a stop unwatched. */
export const marksToWatch = (together: Together): ReadonlyArray<Row & Key> => [
  ...marketsToWatch(together),
  ...sharesToWatch(together),
]

const marketsToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): ReadonlyArray<Row & Key> => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isWatched)
  const markets = new Map(stops.map((stop) => [stop.target.svcId, stop]))
  return [...markets.values()].map(({ target, updatedAt }) => ({
    ...WATCHED_MARKET.write({ ...target, armedAt: updatedAt }),
    ...watchedMarketKey(target.svcId),
  }))
}

/** Whose armed stops on custom assets are read. */
const sharesToWatch = ({ newComplexOrders = [], changedComplexOrders = [] }: Together): ReadonlyArray<Row & Key> => {
  const stops = [...newComplexOrders, ...changedComplexOrders].filter(isConditional).filter(isArmedBasket)
  const users = new Map(stops.map((stop) => [stop.userId, stop.updatedAt]))
  return [...users].map(([userId, armedAt]) => ({ ...SHARE.write({ armedAt }), ...watchShareKey(userId) }))
}

/** An SL or a TP has no price of its own: the stop it arms is watched. */
const isArmedBasket = ({ target, status, subtype, stopPrice, trail }: Conditional): boolean =>
  target.kind !== 'market' && status === 'ACTIVE' && isStop(subtype) && (stopPrice !== null || trail !== null)

/** The row is there exactly while the stop is armed: both change together. */
export const basketToWatch = (stop: Conditional): readonly Change[] => {
  const key = watchedBasketKey(stop.userId, stop.complexOrderId)
  if (stop.target.kind === 'market' || stop.status === 'PENDING' || !isStop(stop.subtype)) return []
  if (!isArmedBasket(stop)) return [{ remove: key, expect: 'anything' }]
  const row = WATCHED_BASKET.write({
    ...stop.target,
    stopPrice: stop.stopPrice,
    trail: stop.trail,
    direction: directionOf(stop),
    buyFlag: stop.trigger.buyFlag,
    triggerPriceType: stop.triggerPriceType,
    // A trailing stop is stored again whenever it moves. It was made as it was armed, or before.
    armedAt: stop.trail === null ? stop.updatedAt : stop.createdAt,
  })
  return [{ put: { ...row, ...key }, expect: 'anything' }]
}

const rowToShare = (row: Row): WatchShare => ({
  ...readRow(row, SHARE.read),
  userId: watchShareUserOf(String(row['sk'])),
})

const rowToWatchedMarket = (row: Row): WatchedMarket => ({
  ...readRow(row, WATCHED_MARKET.read),
  svcId: Number(row['sk']),
})

const rowToWatchedBasket = (row: Row): WatchedBasket => ({
  ...readRow(row, WATCHED_BASKET.read),
  complexOrderId: watchedBasketIdOf(String(row['sk'])),
})

const WATCHED_STOP = rowOf({
  key: ['pk', text],
  trigger: ['ts', text],
  buyFlag: ['bf', yesNo],
  triggerPriceType: ['pt', oneOf(TRIGGER_PRICE_TYPES)],
})

const WATCHED_MARKET = rowOf({ exchange: ['x', exchangeValue], nativeId: ['n', text], armedAt: ['at', whole] })

const SHARE = rowOf({ armedAt: ['at', whole] })

const WATCHED_BASKET = rowOf({
  allocation: ['al', oneOf(ALLOCATIONS)],
  members: ['bm', list(MEMBER)],
  stopPrice: ['sp', orNull(priceValue)],
  trail: ['tr', orNull(TRAIL)],
  direction: ['dr', oneOf(['down', 'up'])],
  buyFlag: ['bf', yesNo],
  triggerPriceType: ['pt', oneOf(TRIGGER_PRICE_TYPES)],
  armedAt: ['at', whole],
})
