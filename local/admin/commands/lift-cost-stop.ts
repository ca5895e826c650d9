/** `lift-cost-stop`: ends the halt that an alarm on requests or costs has begun. */

import { costStopStore } from '#adapters/store/accounts/cost-stops.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import type { Command } from '../command.ts'

export const liftCostStop: Command = {
  summary: 'ends the halt of pages for strangers, or of new orders, after an alarm on requests or costs',
  flags: {},
  run: async ({ place, print }) => {
    const lifted = await costStopStore(openTable(place.table)).lift()
    print(lifted ? 'Lifted. All functions know within a minute.' : 'Nothing was halted.')
    return 0
  },
}
