/** Lists of a user that grow for ever, which tallies keep cheap to count: their partitions, and the attributes of their filters. */

import { COMPLEX_ORDER_STATUSES, isTerminal } from '#domain/complex-orders/status.ts'
import { isFinal, ORDER_STATUSES } from '#domain/orders/status.ts'
import {
  aggregatePartition,
  COMPLEX_ORDER_SORT,
  complexAggregatePartition,
  complexOrderListPartition,
  complexRollPartition,
  ORDER_SORT,
  orderListPartition,
  rollPartition,
} from '../engine/keys.ts'
import type { Row, Value } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { codeOfRow } from '../rows/order-code.ts'

export interface History {
  /** Partition in the `list` index. */
  readonly partition: (userId: string) => string
  readonly aggregates: (userId: string) => string
  readonly rolls: (userId: string) => string
  /** Sort key of each row in its partition. */
  readonly sort: string
  /** Attributes that lists filter by, including the status. New ones come last: older tallies count by fewer. */
  readonly fields: readonly string[]
  /** Value of `ck` of a row in the table, also of a row that was stored without it. */
  readonly codeOf: (row: Row) => Value | undefined
  /** Statuses after which an object hardly ever changes. */
  readonly over: ReadonlySet<string>
}

/** History of one user in a table. */
export interface UserHistory {
  readonly table: Table
  readonly history: History
  readonly userId: string
}

/** Orders on markets and on custom assets, without legs. */
export const ORDERS: History = {
  partition: orderListPartition,
  aggregates: aggregatePartition,
  rolls: rollPartition,
  sort: ORDER_SORT,
  fields: ['st', 'sv', 'su', 'ca', 'bf', 'ck'],
  codeOf: codeOfRow,
  over: new Set(ORDER_STATUSES.filter(isFinal)),
}

/** Complex orders. Their listed attributes never change once they are over, so their tallies hold for ever. */
export const COMPLEX_ORDERS: History = {
  partition: complexOrderListPartition,
  aggregates: complexAggregatePartition,
  rolls: complexRollPartition,
  sort: COMPLEX_ORDER_SORT,
  fields: ['st', 'sv', 'su', 'ca', 'ck'],
  codeOf: ({ ck }) => ck ?? undefined,
  over: new Set(COMPLEX_ORDER_STATUSES.filter(isTerminal)),
}
