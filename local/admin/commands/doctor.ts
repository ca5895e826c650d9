/** `doctor`: whether the service is well. */

import { styleText } from 'node:util'
import type { Command } from '../command.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { silenceOfPlace } from '../environment/silence-of-place.ts'

export const doctor: Command = {
  summary: 'checks everything that has to be well; ends with 1 if something is not',
  more: `It looks at the table, the answers of the service, its schedules, overdue work and orders without an outcome, queues, exchanges and
unknown values of theirs, clock, accounts and their keys, positions and their exits, webhooks, the catalogue of markets, the price watch, failures in the logs and, of
a deployment, alarms and their mails, and event source mappings. It changes nothing, and waits a limited time for each answer.

RED is to be looked at, and says what to do. note is a matter of one user, such as a halted subaccount.`,
  needsTable: false,
  run: async ({ place, clock, print }) => {
    const silence = await silenceOfPlace(place)
    if (silence !== null) {
      print(`${place.name} does not answer: ${silence}. ${place.ifSilent}`)
      return 1
    }
    const findings = await examine(place, clock())
    print(`${place.name}:\n`)
    for (const finding of findings) print(`${markOf(finding)}  ${finding.what.padEnd(14)} ${finding.detail}`)
    const red = findings.filter(({ ok }) => !ok).length
    const notes = findings.filter(({ isNote }) => isNote === true).length
    print(red === 0 ? `\nAll is well${notes === 0 ? '' : `; ${notes} to note`}.` : `\n${red} to look at.`)
    return red === 0 ? 0 : 1
  },
}

const markOf = ({ ok, isNote }: Finding): string => {
  if (!ok) return styleText('red', 'RED ')
  return isNote === true ? styleText('yellow', 'note') : styleText('green', 'well')
}
