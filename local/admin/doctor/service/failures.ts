/** Checks whether a function has failed lately. */

import { MINUTE } from '#domain/kernel/time.ts'
import { CRASHES } from '../../environment/logs.ts'
import { type Examination, ill, SEARCH_WITHIN, well } from '../finding.ts'

const LATELY = 15 * MINUTE

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

export const failures: Examination = {
  what: 'failures',
  ifBlind: 'The logs cannot be read: check your rights to read them.',
  withinMs: SEARCH_WITHIN,
  look: async ({ place, now }) => {
    const lines = (await place.logs.find(['"level":"error"', ...CRASHES], now - LATELY, now)).filter(
      ({ level }) => level === 'error',
    )
    if (lines.length === 0) return [well('no function has failed in the last 15 minutes')]
    const kinds = Map.groupBy(lines, (line) => `${line.function}: ${line.message}`)
    return [...kinds].map(([kind, all]) => {
      const { means, error } = all.at(-1)?.fields ?? {}
      const why = error === undefined ? '' : ` (${String(error).split('\n')[0]})`
      return ill(
        `${kind}, ${times(all.length)} in the last 15 minutes${why}.`,
        String(means ?? 'npm run admin -- logs --problems shows its lines.'),
      )
    })
  },
}
