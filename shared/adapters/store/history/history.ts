/** The lists of a user that grow for ever, which tallies keep cheap to count: what lies where, and what is filtered by. */

import { COMPLEX_ORDER_STATUSES, isTerminal } from '#domain/complex-orders/status.ts'
import { isFinal, ORDER_STATUSES } from '#domain/orders/status.ts'
import {
  COMPLEX_ORDER_SORT,
  complexOrderListPartition,
  complexRollPartition,
  complexTallyPartition,
  ORDER_SORT,
  orderListPartition,
  rollPartition,
  tallyPartition,
} from '../engine/keys.ts'
import type { Row, Value } from '../engine/rows.ts'
import { codeOfRow } from '../rows/order-code.ts'

export interface History {
  /** In the `list` index. */
  readonly partition: (userId: string) => string
  readonly tallies: (userId: string) => string
  readonly rolls: (userId: string) => string
  /** The sort key of each row of it. */
  readonly sort: string
  /** The attributes that lists filter by, the status among them. New ones come last: older tallies count by fewer. */
  readonly fields: readonly string[]
  /** The `ck` of a row as it is in the table, also of one that was stored without. */
  readonly codeOf: (row: Row) => Value | undefined
  /** Statuses after which hardly anything changes any more. */
  readonly over: ReadonlySet<string>
}

/** Orders on markets and on custom assets, legs left out. */
export const ORDERS: History = {
  partition: orderListPartition,
  tallies: tallyPartition,
  rolls: rollPartition,
  sort: ORDER_SORT,
  fields: ['st', 'sv', 'su', 'ca', 'bf', 'ck'],
  codeOf: codeOfRow,
  over: new Set(ORDER_STATUSES.filter(isFinal)),
}

/** Of these nothing changes by which they are listed once they are over: their tallies hold for ever. */
export const COMPLEX_ORDERS: History = {
  partition: complexOrderListPartition,
  tallies: complexTallyPartition,
  rolls: complexRollPartition,
  sort: COMPLEX_ORDER_SORT,
  fields: ['st', 'sv', 'su', 'ca', 'ck'],
  codeOf: ({ ck }) => ck ?? undefined,
  over: new Set(COMPLEX_ORDER_STATUSES.filter(isTerminal)),
}
