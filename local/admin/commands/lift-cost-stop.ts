/** `lift-cost-stop`: what an alarm has halted for strangers is answered again. */

import { costStopStore } from '#adapters/store/accounts/cost-stops.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import type { Command } from '../command.ts'

export const liftCostStop: Command = {
  summary: 'answers strangers again, after an alarm on requests or costs has halted pages and documents for them',
  flags: {},
  run: async ({ place, print }) => {
    const lifted = await costStopStore(openTable(place.table)).lift()
    print(lifted ? 'Lifted. All functions know within a minute.' : 'Nothing was halted.')
    return 0
  },
}
