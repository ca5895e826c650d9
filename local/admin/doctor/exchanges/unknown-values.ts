/** Checks whether an exchange has sent unknown values of fields that decide something. */

import { EXCHANGE_LOG } from '#adapters/exchanges/log-messages.ts'
import { DAY, HOUR, toIso } from '#domain/kernel/time.ts'
import { type Examination, ill, SEARCH_WITHIN, well } from '../finding.ts'

/** A container reports a value once a day. */
const LATELY = DAY + HOUR

export const unknownValues: Examination = {
  what: 'exchange words',
  ifBlind: 'The logs cannot be read: check your rights to read them.',
  withinMs: SEARCH_WITHIN,
  look: async ({ place, now }) => {
    const lines = await place.logs.find([EXCHANGE_LOG.unknownValue], now - LATELY, now)
    const found = Map.groupBy(lines, ({ fields: { exchange, field, value } }) => `${exchange}: ${field} "${value}"`)
    if (found.size === 0) return [well('no exchange has sent an unknown value in the last day')]
    return [...found].map(([words, [first]]) =>
      ill(
        `Unknown value of ${words}, first seen at ${toIso(first?.at ?? now)}.`,
        'docs/operations.md, "Drift of an exchange", says how it decides and what to do.',
      ),
    )
  },
}
