/** Checks whether the exchanges answer the reads of the service: of markets, prices and accounts. */

import { MINUTE } from '#domain/kernel/time.ts'
import { MARKETS_LOG } from '#use-cases/markets/log-messages.ts'
import { PRICE_WATCH_LOG } from '#use-cases/price-watch/log-messages.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import type { LogLine } from '../../environment/logs.ts'
import { duration } from '../duration.ts'
import { type Examination, ill, SEARCH_WITHIN, well } from '../finding.ts'

const UNANSWERED = [
  RECONCILE_LOG.accountUnanswered,
  MARKETS_LOG.syncUnanswered,
  MARKETS_LOG.dataUnanswered,
  PRICE_WATCH_LOG.pricesUnavailable,
]

const LATELY = 15 * MINUTE
/** The catalogue is read every five minutes. */
const STILL = 6 * MINUTE
/** Fewer failures, or within a shorter time, are a passing disturbance. */
const MANY = 3
const LASTING = MINUTE

export const reads: Examination = {
  what: 'reads',
  ifBlind: 'The logs cannot be read: check your rights to read them.',
  withinMs: SEARCH_WITHIN,
  look: async ({ place, now }) => {
    const lines = await place.logs.find(UNANSWERED, now - LATELY, now)
    const found = [...Map.groupBy(lines, ({ fields }) => String(fields['exchange']))].flatMap(([exchange, all]) => {
      const [first, last] = [all[0], all.at(-1)]
      if (first === undefined || last === undefined || !isLasting(all, first, last, now)) return []
      const words = String(last.fields['error']).replace(/\.$/, '')
      const times = `${all.length} reads in the last 15 minutes, the last one ${duration(now - last.at)} ago`
      return [ill(`${exchange} did not answer ${times}: ${words}.`, adviceOn(words))]
    })
    return found.length > 0 ? found : [well('the exchanges answer the reads of the service')]
  },
}

const isLasting = (all: readonly LogLine[], first: LogLine, last: LogLine, now: number): boolean =>
  all.length >= MANY && last.at - first.at >= LASTING && now - last.at <= STILL

const adviceOn = (words: string): string => ADVICE.find(([told]) => told.test(words))?.[1] ?? AWAY

/** Advice by the words of the last failure (docs/operations.md, "When an exchange is unavailable"). */
const ADVICE: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /status 401/,
    'It accepts no key, or asks for one where none is needed. If "accounts" names no refused key, its front door or its interface has changed: npm run rehearse shows it.',
  ],
  [
    /status (403|418|451)|refuses all calls/,
    'It does not serve the region or address of the service: docs/operations.md, "When an exchange refuses".',
  ],
  [
    /status 429/,
    'It limits the requests of the service: another program may use the same key or address. Reads come late, and nothing is lost.',
  ],
  [
    /the page "|without data/,
    'Its front door answers in its place. If that lasts, the service is blocked or the address is wrong.',
  ],
]

const AWAY = 'If it is unavailable, do nothing: the service continues to read.'
