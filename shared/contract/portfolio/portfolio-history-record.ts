/** A point of the equity curve as our interface shows it, and the filters of GET /v1/portfolio/history. */

import { type EquityTotal, equityOf, HISTORY_INTERVALS } from '#domain/portfolio/equity-history.ts'
import { amountOrNull, instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { uuid } from '../validation/fields/uuid.ts'
import { withDefault } from '../validation/fields/with-default.ts'

export const portfolioHistoryQuery = object({
  subaccount_id: optional(uuid()),
  interval: withDefault(enumeration(HISTORY_INTERVALS), '1h'),
  start_time: optional(datetime()),
})

/** Dollars. */
export const { schema: equityPointRecord, write: toEquityPointRecord } = recordOf<[EquityTotal]>()({
  at: instant(({ at }) => at),
  equity: amountOrNull(equityOf),
  cash: amountOrNull(({ cash }) => cash),
  positions_value: amountOrNull(({ positionsValue }) => positionsValue),
})
