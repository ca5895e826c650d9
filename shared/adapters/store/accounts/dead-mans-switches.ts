/** Dead man's switches in the table, in the partition of their subaccount; the work index knows when the next one fires. */

import type { DeadMansSwitch } from '#domain/risk/dead-mans-switch.ts'
import type { DeadMansSwitchStore } from '#ports/risk/dead-mans-switch-store.ts'
import type { Row } from '../engine/attributes.ts'
import { flag, id, orNull, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { deadMansSwitchKey, type Key } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'
import { workPartition } from '../engine/work-partitions.ts'

/** One row for each subaccount. */
export const deadMansSwitchStore = (table: Table): DeadMansSwitchStore => ({
  get: async (subaccountId) => {
    const row = await table.get(deadMansSwitchKey(subaccountId))
    return row === null ? null : { subaccountId, ...readRow(row, SWITCH.read) }
  },

  save: async (one) => {
    const expect = one.version === 0 ? ('absent' as const) : { same: { v: one.version } }
    return (await table.write([{ put: toRow(one, one.version + 1), expect }])).written
  },

  remove: async ({ subaccountId, version }) => {
    const remove = deadMansSwitchKey(subaccountId)
    return (await table.write([{ remove, expect: { same: { v: version } } }])).written
  },
})

const toRow = (one: DeadMansSwitch, version: number): Row & Key => ({
  ...SWITCH.write({ ...one, version }),
  ...deadMansSwitchKey(one.subaccountId),
  // What has fired is no work any more.
  wp: one.dueAt === null ? null : workPartition('now', one.userId, one.subaccountId),
})

const SWITCH = rowOf({
  userId: ['u', id],
  timeoutMs: ['tm', whole],
  includeComplexOrders: ['ic', flag],
  halt: ['hl', flag],
  renewedAt: ['rn', whole],
  firedAt: ['fi', orNull(whole)],
  dueAt: ['due', orNull(whole)],
  version: ['v', whole],
})
