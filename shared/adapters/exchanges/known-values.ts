/**
 * Texts of an exchange that decide something, with the values that an adapter knows. Any other value is read too, with
 * the most cautious meaning, and is reported once a day: a person should see it before it costs money.
 */

import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, type Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import { EXCHANGE_LOG } from './log-messages.ts'

/** Makes the schema of such a text. `plain` removes spellings that mean the same. */
// @__NO_SIDE_EFFECTS__
export const knownText = (
  exchange: ExchangeName,
  field: string,
  values: readonly string[],
  plain: (text: string) => string = (text) => text,
) => {
  const known: ReadonlySet<string> = new Set(values)
  const isKnown = (text: string): boolean => text === '' || known.has(plain(text))
  return v.pipe(
    v.string(),
    v.metadata({ isKnown }),
    v.transform((text) => {
      if (!isKnown(text)) recordUnknownValue(exchange, field, text)
      return text
    }),
  )
}

/**
 * Sends later reports to this log. Values that were reported to another log are forgotten, because log and memory
 * belong to one container.
 */
export const reportUnknownValues = (log: Log, clock: Clock): void => {
  if (reporter?.log !== log) reporter = { log, clock, reportedAt: new Map() }
}

/** Reports a value that is in no list, such as a new error code. */
export const recordUnknownValue = (exchange: ExchangeName, field: string, text: string): void => {
  // An empty text has no meaning.
  if (reporter === null || text === '') return
  const { log, clock, reportedAt } = reporter
  const value = shown(text)
  const key = `${exchange} ${field} ${value}`
  const now = clock()
  const isRecent = (at: Millis | undefined): boolean => at !== undefined && now - at < DAY
  if (isRecent(reportedAt.get(key))) return
  for (const [old, at] of reportedAt) if (!isRecent(at)) reportedAt.delete(old)
  if (reportedAt.size >= MOST_A_DAY) return
  reportedAt.set(key, now)
  log.warn(EXCHANGE_LOG.unknownValue, { exchange, field, value })
  log.metric('UnknownValues', 1, { exchange })
}

interface Reporter {
  readonly log: Log
  readonly clock: Clock
  readonly reportedAt: Map<string, Millis>
}
let reporter: Reporter | null = null

/** Most values a day of one container: an exchange that sends free text must not fill the log. */
const MOST_A_DAY = 50

/** Removes ids and amounts, which would make each text a new value and belong in no log. */
const shown = (text: string): string => text.replaceAll(IDS_AND_AMOUNTS, '…').slice(0, MOST_CHARACTERS)
const IDS_AND_AMOUNTS = /0x[\da-f]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d[\d.,]{2,}/gi
/** Characters of a reported value: enough to distinguish values, and short enough for a log line. */
const MOST_CHARACTERS = 60
