/** Looks at everything that has to be well. */

import { openTable } from '#adapters/store/engine/table.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { Place } from '../environment/place.ts'
import { accounts } from './accounts.ts'
import { answers } from './answers.ts'
import { catalogue } from './catalogue.ts'
import { costStop } from './cost-stop.ts'
import { deadLetters } from './dead-letters.ts'
import { exchanges } from './exchanges.ts'
import { failures } from './failures.ts'
import type { Examination, Finding } from './finding.ts'
import { overdueWork } from './overdue-work.ts'
import { priceWatch } from './price-watch.ts'
import { schedules } from './schedules.ts'
import { tableAnswers } from './table-answers.ts'
import { unknownValues } from './unknown-values.ts'

/** Parts that all others need come first. */
const EXAMINATIONS: readonly Examination[] = [
  tableAnswers,
  answers,
  schedules,
  overdueWork,
  deadLetters,
  costStop,
  exchanges,
  unknownValues,
  accounts,
  catalogue,
  priceWatch,
  failures,
]

/** All findings, in the order of the list. */
export const examine = async (place: Place, now: Millis): Promise<readonly Finding[]> => {
  const table = openTable(place.table)
  const each = await Promise.all(
    EXAMINATIONS.map(async ({ what, ifBlind, look }) => {
      try {
        return (await look({ place, table, now })).map((found) => ({ what, ...found }))
      } catch (error) {
        const words = error instanceof Error ? error.message || error.name : String(error)
        return [{ what, ok: false, detail: `could not be looked at: ${words}. ${ifBlind}` }]
      }
    }),
  )
  return each.flat()
}
