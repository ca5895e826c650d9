/** Checks whether an alarm on requests or costs has halted functions. */

import { costStopStore } from '#adapters/store/accounts/cost-stops.ts'
import { haltsNewRisk } from '#domain/accounts/cost-stop.ts'
import { toIso } from '#domain/kernel/time.ts'
import { type Examination, ill, well } from '../finding.ts'

export const costStop: Examination = {
  what: 'cost stop',
  ifBlind: 'Check that the table can be read.',
  look: async ({ table }) => {
    const stop = await costStopStore(table).get()
    if (stop === null) return [well('nothing is halted to stop costs')]
    return [
      ill(
        `${haltsNewRisk(stop) ? 'New orders of all users are halted. ' : ''}Pages and documents are halted for strangers since ${toIso(stop.since)}. ${stop.reason}`,
        'Look in trading-access where the requests come from, then run npm run admin -- lift-cost-stop.',
      ),
    ]
  },
}
