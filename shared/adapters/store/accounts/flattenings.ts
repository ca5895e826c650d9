/** Requests to flatten, in the partition of their subaccount; the work index has the time of the next check. */

import { FLATTENING_STAGES, type Flattening } from '#domain/risk/flattening.ts'
import type { FlatteningStore } from '#ports/risk/flattening-store.ts'
import { id, idBehind, listOrNone, oneOf, orNull, priceValue, whole } from '../engine/codecs.ts'
import { flatteningKey, SUBACCOUNTS } from '../engine/keys.ts'
import { rowOf } from '../engine/rows.ts'
import { subaccountRows } from '../engine/subaccount-rows.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount at most. */
export const flatteningStore = (table: Table): FlatteningStore =>
  subaccountRows(table, {
    keyOf: flatteningKey,
    form: FLATTENING,
    workOf: ({ userId, subaccountId }) => workPartition('now', userId, subaccountId),
  })

const FLATTENING = rowOf<Flattening>({
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
  userId: ['u', id],
  flattenId: ['f', id],
  requestedAt: ['rq', whole],
  maxSlippage: ['ms', orNull(priceValue)],
  awaited: ['aw', listOrNone(whole)],
  stage: ['st', oneOf(FLATTENING_STAGES)],
  dueAt: ['due', whole],
  version: ['v', whole],
})
