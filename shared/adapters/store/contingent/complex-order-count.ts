/** How many complex orders a user has. Who only counts carries nothing that reads or stores one. */

import type { ComplexOrderStore } from '#ports/orders/complex-order-store.ts'
import type { Table } from '../engine/table.ts'
import { countOpen } from '../history/count-open.ts'
import { COMPLEX_ORDERS } from '../history/history.ts'

export const complexOrderCount = (table: Table): Pick<ComplexOrderStore, 'countOpen'> => ({
  countOpen: (userId) => countOpen(table, COMPLEX_ORDERS, userId),
})
