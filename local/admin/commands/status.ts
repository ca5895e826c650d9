/** `status`: the doctor in one line, for a shell prompt or a mail of cron. */

import type { Command } from '../command.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { silenceOfPlace } from '../environment/silence-of-place.ts'

/** Parts named in the line; the doctor names all. */
const NAMED = 3

export const status: Command = {
  summary: 'says in one line whether the service is well; ends with 1 if it is not',
  more: `It makes the checks of doctor, which takes some seconds. For cron, which mails what is printed:
  said=$(npm run --silent admin -- status) || echo "$said"`,
  needsTable: false,
  run: async ({ place, clock, print }) => {
    const silence = await silenceOfPlace(place)
    if (silence !== null) {
      print(`${place.name}: no answer (${silence})`)
      return 1
    }
    const findings = await examine(place, clock())
    const red = findings.filter(({ ok }) => !ok)
    print(`${place.name}: ${red.length === 0 ? 'well' : inOneLine(red)}`)
    return red.length === 0 ? 0 : 1
  },
}

const inOneLine = (red: readonly Finding[]): string => {
  const parts = [...new Set(red.map(({ what }) => what))]
  const more = parts.length > NAMED ? ` and ${parts.length - NAMED} more` : ''
  return `${red.length} to look at: ${parts.slice(0, NAMED).join(', ')}${more}`
}
