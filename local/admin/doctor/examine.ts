/** Looks at everything that has to be well. */

import { openTable } from '#adapters/store/engine/table.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { withTimeout } from '#use-cases/kernel/with-timeout.ts'
import type { Place } from '../environment/place.ts'
import { accounts } from './accounts.ts'
import { alarmMails } from './alarm-mails.ts'
import { alarms } from './alarms.ts'
import { answers } from './answers.ts'
import { catalogue } from './catalogue.ts'
import { costStop } from './cost-stop.ts'
import { deadLetters } from './dead-letters.ts'
import { exchanges } from './exchanges.ts'
import { failures } from './failures.ts'
import type { Examination, Examined, Finding } from './finding.ts'
import { keyFile } from './key-file.ts'
import { mappings } from './mappings.ts'
import { overdueWork } from './overdue-work.ts'
import { positions } from './positions.ts'
import { priceWatch } from './price-watch.ts'
import { reads } from './reads.ts'
import { schedules } from './schedules.ts'
import { tableAnswers } from './table-answers.ts'
import { unknownValues } from './unknown-values.ts'
import { webhooks } from './webhooks.ts'

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
