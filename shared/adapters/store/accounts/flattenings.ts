/** Requests to flatten in the table, in the partition of their subaccount; the work index knows when the next look is due. */

import { FLATTENING_STAGES, type Flattening } from '#domain/risk/flattening.ts'
import type { FlatteningStore } from '#ports/risk/flattening-store.ts'
import type { Row } from '../engine/attributes.ts'
import { id, oneOf, orNull, priceValue, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { flatteningKey, type Key } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount at most. */
export const flatteningStore = (table: Table): FlatteningStore => ({
  get: async (subaccountId) => {
    const row = await table.get(flatteningKey(subaccountId))
    return row === null ? null : { subaccountId, ...readRow(row, FLATTENING.read) }
  },

  save: async (one) => {
    const expect = one.version === 0 ? ('absent' as const) : { same: { v: one.version } }
    return (await table.write([{ put: toRow(one, one.version + 1), expect }])).written
  },

  remove: async ({ subaccountId, version }) => {
    const remove = flatteningKey(subaccountId)
    return (await table.write([{ remove, expect: { same: { v: version } } }])).written
  },
})

const toRow = (one: Flattening, version: number): Row & Key => ({
  ...FLATTENING.write({ ...one, version }),
  ...flatteningKey(one.subaccountId),
  wp: workPartition('now', one.userId, one.subaccountId),
})

const FLATTENING = rowOf({
  userId: ['u', id],
  flattenId: ['f', id],
  requestedAt: ['rq', whole],
  maxSlippage: ['ms', orNull(priceValue)],
  stage: ['st', oneOf(FLATTENING_STAGES)],
  dueAt: ['due', whole],
  version: ['v', whole],
})
