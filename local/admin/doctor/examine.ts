/** Looks at everything that has to be well. */

import { openTable } from '#adapters/store/engine/table.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { withTimeout } from '#use-cases/kernel/with-timeout.ts'
import type { Place } from '../environment/place.ts'
import { accounts } from './accounts/accounts.ts'
import { positions } from './accounts/positions.ts'
import { webhooks } from './accounts/webhooks.ts'
import { alarmMails } from './cloud/alarm-mails.ts'
import { alarms } from './cloud/alarms.ts'
import { costStop } from './cloud/cost-stop.ts'
import { mappings } from './cloud/mappings.ts'
import { catalogue } from './exchanges/catalogue.ts'
import { exchanges } from './exchanges/exchanges.ts'
import { priceWatch } from './exchanges/price-watch.ts'
import { reads } from './exchanges/reads.ts'
import { unknownValues } from './exchanges/unknown-values.ts'
import type { Examination, Examined, Finding } from './finding.ts'
import { answers } from './service/answers.ts'
import { deadLetters } from './service/dead-letters.ts'
import { failures } from './service/failures.ts'
import { keyFile } from './service/key-file.ts'
import { overdueWork } from './service/overdue-work.ts'
import { schedules } from './service/schedules.ts'
import { tableAnswers } from './service/table-answers.ts'

/** Parts that all others need come first. */
const EXAMINATIONS: readonly Examination[] = [
  tableAnswers,
  answers,
  schedules,
  overdueWork,
  deadLetters,
  mappings,
  alarms,
  alarmMails,
  costStop,
  exchanges,
  reads,
  unknownValues,
  accounts,
  positions,
  keyFile,
  webhooks,
  catalogue,
  priceWatch,
  failures,
]

/** A part that answers later does not work. */
const PATIENCE = 15 * SECOND

/** All findings, in the order of the list. */
export const examine = async (place: Place, now: Millis): Promise<readonly Finding[]> => {
  const table = openTable(place.table)
  const each = await Promise.all(EXAMINATIONS.map((examination) => findingsOf(examination, { place, table, now })))
  return each.flat()
}

const findingsOf = async (
  { what, ifBlind, withinMs = PATIENCE, look }: Examination,
  examined: Examined,
): Promise<readonly Finding[]> => {
  const blind = (words: string) => [{ what, ok: false, detail: `could not be looked at: ${words}. ${ifBlind}` }]
  try {
    const found = await withTimeout(look(examined), withinMs)
    return found === null
      ? blind(`no answer within ${withinMs / SECOND} s`)
      : found.map((observation) => ({ what, ...observation }))
  } catch (error) {
    return blind(error instanceof Error ? error.message || error.name : String(error))
  }
}
