/** Stop of costs as our interface shows it, without the text of the alarm. */

import { type CostStop, haltsNewRisk } from '#domain/accounts/cost-stop.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { boolean } from '../validation/fields/boolean.ts'

export const { schema: costStopRecord, write: toCostStopRecord } = recordOf<[CostStop]>()({
  since: instant((stop) => stop.since),
  halts_new_orders: [boolean(), haltsNewRisk],
})
