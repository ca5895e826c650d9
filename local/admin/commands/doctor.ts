/** `doctor`: whether the service is well. */

import { styleText } from 'node:util'
import type { Command } from '../command.ts'
import { examine } from '../doctor/examine.ts'

export const doctor: Command = {
  summary: 'checks everything that has to be well; ends with 1 if something is not',
  more: `It looks at the table, the answers of the service, its schedules, overdue work, queues, exchanges and unknown values of theirs,
clock, accounts, the catalogue of markets, the price watch, and failures in the logs. It changes nothing.`,
  run: async ({ place, clock, print }) => {
    const findings = await examine(place, clock())
    print(`${place.name}:\n`)
    for (const { what, ok, detail } of findings) {
      const mark = ok ? styleText('green', 'well') : styleText('red', 'RED ')
      print(`${mark}  ${what.padEnd(12)} ${detail}`)
    }
    const red = findings.filter(({ ok }) => !ok)
    const isSilent = ['table', 'requests'].every((part) => red.some(({ what }) => what === part))
    const first = isSilent ? ` First of all: ${place.name} does not answer. ${place.ifSilent}` : ''
    print(red.length === 0 ? '\nAll is well.' : `\n${red.length} to look at.${first}`)
    return red.length === 0 ? 0 : 1
  },
}
