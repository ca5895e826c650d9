/** Requests to delete a subaccount, in its partition; the work index has the time at which the sweeper continues each deletion. */

import type { Deletion } from '#domain/accounts/deletion.ts'
import type { DeletionStore } from '#ports/accounts/deletion-store.ts'
import { flag, id, idBehind, whole } from '../engine/codecs.ts'
import { deletionKey, SUBACCOUNTS } from '../engine/keys.ts'
import { rowOf } from '../engine/rows.ts'
import { subaccountRows } from '../engine/subaccount-rows.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount at most. */
export const deletionStore = (table: Table): DeletionStore =>
  subaccountRows(table, {
    keyOf: deletionKey,
    form: DELETION,
    workOf: ({ userId, subaccountId }) => workPartition('accounts', userId, subaccountId),
  })

const DELETION = rowOf<Deletion>({
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
  userId: ['u', id],
  wasActive: ['wa', flag],
  mayWipe: ['mw', flag],
  dueAt: ['due', whole],
  version: ['v', whole],
})
