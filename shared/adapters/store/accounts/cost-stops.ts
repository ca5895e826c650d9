/** Stop of costs in the table: one row while it is in force. */

import { COST_STOPS, type CostStop } from '#domain/accounts/cost-stop.ts'
import type { CostStopStore } from '#ports/accounts/cost-stop-store.ts'
import { oneOf, text, whole } from '../engine/codecs.ts'
import { costStopKey } from '../engine/keys.ts'
import { ifThere, readRow, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'

export const costStopStore = (table: Table): CostStopStore => {
  const get = async (): Promise<CostStop | null> =>
    ifThere(await table.get(costStopKey), (row) => readRow(row, COST_STOP.read))
  return {
    get,
    begin: async (stop) => {
      await table.write([{ put: { ...COST_STOP.write(stop), ...costStopKey }, expect: 'anything' }])
    },
    lift: async () => {
      const found = await get()
      if (found !== null) await table.write([{ remove: costStopKey, expect: 'anything' }])
      return found !== null
    },
  }
}

const COST_STOP = rowOf<CostStop>({
  action: ['a', oneOf(COST_STOPS)],
  since: ['from', whole],
  reason: ['why', text],
})
