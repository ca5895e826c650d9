/** Counts the open complex orders of a user. A separate file, so that functions that only count do not carry the whole store. */

import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { Table } from '../engine/table.ts'
import { countOpen } from '../history/count-open.ts'
import { COMPLEX_ORDERS } from '../history/history.ts'

export const complexOrderCount = (table: Table): Pick<ComplexOrderStore, 'countOpen'> => ({
  countOpen: (userId) => countOpen({ table, history: COMPLEX_ORDERS, userId }),
})
