/** Code of three letters for the filters of order lists: exchange, type and time in force. */

import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ORDER_TYPES, type Order, TIMES_IN_FORCE } from '#domain/orders/order.ts'
import type { OrderFilter } from '#ports/orders/order-store.ts'
import { LETTERS } from '../engine/keys.ts'
import type { Row } from '../engine/rows.ts'

/** One attribute in place of three: the index accepts no new attributes, and each is paid for in every row. */
export const orderCode = ({
  exchange,
  orderType,
  timeInForce,
}: Pick<Order, 'orderType' | 'timeInForce'> & { readonly exchange: Order['exchange'] | null }): string =>
  `${exchange === null ? BASKET : LETTERS[exchange]}${TYPES[orderType]}${TIMES[timeInForce]}`

/** Code of a stored row. Earlier versions stored none. */
export const codeOfRow = (row: Row): string => {
  const { ck, x = BASKET, ty = 'MARKET', tf } = row
  if (typeof ck === 'string') return ck
  const [type, time] = [ORDER_TYPES.find((one) => one === ty), TIMES_IN_FORCE.find((one) => one === tf)]
  return type === undefined || time === undefined ? '' : `${String(x)}${TYPES[type]}${TIMES[time]}`
}

/** Codes that pass a filter; undefined if it filters by none of the three. */
export const codesOf = ({ exchange, orderType, timeInForce }: OrderFilter): ReadonlySet<string> | undefined => {
  if (exchange === undefined && orderType === undefined && timeInForce === undefined) return undefined
  const exchanges = exchange === undefined ? [null, ...EXCHANGE_NAMES] : [exchange]
  const types = orderType === undefined ? ORDER_TYPES : [orderType]
  const times = timeInForce === undefined ? TIMES_IN_FORCE : [timeInForce]
  return new Set(
    exchanges.flatMap((at) =>
      types.flatMap((type) => times.map((time) => orderCode({ exchange: at, orderType: type, timeInForce: time }))),
    ),
  )
}

/** An order on a custom asset has no exchange of its own. */
const BASKET = '*'
const TYPES = { LIMIT: 'L', MARKET: 'M' } as const
const TIMES = { GTC: 'C', GTD: 'D', IOC: 'I', FOK: 'F' } as const
