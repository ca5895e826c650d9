/** Dead man's switches in the table, in the partition of their subaccount; the work index has the time at which the next one fires. */

import type { DeadMansSwitch, SwitchScope } from '#domain/risk/dead-mans-switch.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import { flag, id, idBehind, orNull, whole } from '../engine/codecs.ts'
import { deadMansSwitchKey, SUBACCOUNTS } from '../engine/keys.ts'
import { mapOf, rowOf } from '../engine/rows.ts'
import { subaccountRows } from '../engine/subaccount-rows.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount. */
export const deadMansSwitchStore = (table: Table): DeadMansSwitchStore =>
  subaccountRows(table, {
    keyOf: deadMansSwitchKey,
    form: SWITCH,
    // A switch that has fired is no work.
    workOf: ({ dueAt, userId, subaccountId }) => (dueAt === null ? null : workPartition('now', userId, subaccountId)),
  })

const SWITCH = rowOf<DeadMansSwitch>({
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
  userId: ['u', id],
  timeoutMs: ['tm', whole],
  includeComplexOrders: ['ic', flag],
  halt: ['hl', flag],
  renewedAt: ['rn', whole],
  firedAt: ['fi', orNull(whole)],
  firing: ['fg', orNull(mapOf<SwitchScope>({ includeComplexOrders: ['ic', flag], halt: ['hl', flag] }))],
  dueAt: ['due', orNull(whole)],
  version: ['v', whole],
})
