/** Row of an order on a custom asset. It has the key of an order, so that one id names one order. */

import type { BasketLeg, BasketOrder, BasketPart, BasketRound } from '#domain/baskets/basket-order.ts'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import { NO_TRADES, type TradeSums } from '#domain/orders/fills/reported-trades.ts'
import { isFinal } from '#domain/orders/status.ts'
import {
  by,
  count,
  exactOrNone,
  exchangeValue,
  flag,
  id,
  list,
  moneyOrNone,
  oneOf,
  orNull,
  priceValue,
  qtyOrNone,
  qtyValue,
  text,
  whole,
} from '../engine/codecs.ts'
import { basketLivePartition, type Key, orderListPartition } from '../engine/keys.ts'
import { mapOf, type Row, readRow, rowBeside } from '../engine/rows.ts'
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
import { rowToBasketOrigin } from './origin-row.ts'

/** Row of a basket order, at the version that it gets by this write. */
export const basketOrderToRow = (basket: BasketOrder, version: number): Row & Key => ({
  ...BASKET_ORDER.write({ ...basket, version }),
  ...commonToRow(basket),
  lp: orderListPartition(basket.userId),
  vp: isFinal(basket.status) && !basket.guarded ? null : basketLivePartition(basket.subaccountId),
  ck: orderCode({ exchange: null, orderType: 'MARKET', timeInForce: basket.timeInForce }),
})

/** True if the row of an order belongs to a custom asset. */
export const isBasketRow = (row: Row): boolean => row['ba'] !== undefined

/** Reads the basket order of a row. */
export const rowToBasketOrder = (row: Row): BasketOrder =>
  readRow(
    row,
    () => {
      const basket = BASKET_ORDER.read(row)
      return withSubscribers({ ...basket, ...rowToCommon(row), origin: rowToBasketOrigin(row), svcId: null }, row)
    },
    () => orderOf(row),
  )

const PART = mapOf<BasketPart>({
  svcId: ['s', whole],
  share: ['q', orNull(qtyValue)],
  held: ['h', orNull(qtyValue)],
  worstPrice: ['w', orNull(priceValue)],
  most: ['m', orNull(qtyValue)],
  filled: ['f', qtyOrNone],
  closed: ['c', qtyOrNone],
  settling: ['p', flag],
})

const LEG = mapOf<BasketLeg>({
  orderId: ['o', id],
  svcId: ['s', whole],
  exchange: ['x', exchangeValue],
  nativeId: ['n', text],
  shard: ['sh', count],
  qty: ['q', qtyValue],
  price: ['p', priceValue],
})

const SUMS = orNull(mapOf<TradeSums>({ qty: ['q', qtyOrNone], cost: ['c', exactOrNone], fees: ['f', moneyOrNone] }))

/** Left out if no cancel or amend is awaited. */
const AWAITED = by(
  SUMS,
  (sums: TradeSums) => (sums.qty === 0 && sums.fees === 0 ? null : sums),
  (sums) => sums ?? NO_TRADES,
)

const BASKET_ORDER = rowBeside(COMMON_ATTRIBUTES, {
  ...COMMON_FIELDS,
  customAssetId: ['ca', id],
  label: ['lb', LABEL],
  allocation: ['al', oneOf(ALLOCATIONS)],
  timeInForce: ['tf', oneOf(['IOC', 'FOK'])],
  parts: ['ba', list(PART)],
  rounds: ['ro', list(mapOf<BasketRound>({ plannedAt: ['a', whole], legs: ['l', list(LEG)] }))],
  skipped: ['sm', list(mapOf({ svcId: ['s', whole], code: ['c', text], reason: ['r', text] }))],
  filledQty: ['fq', qtyOrNone],
  guarded: ['gd', flag],
  awaited: ['aw', AWAITED],
  // Only incomplete plans are marked, so that most rows need no attribute.
  complete: [
    'ic',
    by(
      flag,
      (complete: boolean) => !complete,
      (incomplete) => !incomplete,
    ),
  ],
})
