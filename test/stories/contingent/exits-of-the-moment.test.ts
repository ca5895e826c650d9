/** An exit that fires in the very moment another one fills: together they leave no more than was entered. */

import { expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { groupStories } from '../../support/contingent/group-stories.ts'
import { startWorld } from '../../support/world.ts'

it.each(EXCHANGE_NAMES)(
  'on %s an SL sells the remainder of its TP before the TP’s fills are reported',
  async (exchange) => {
    const world = await startWorld({ exchange, staleReadsMs: 900 })
    const families = groupStories(world)
    await world.simulated.book([[0.49, 500]], [[0.51, 500]])
    // The exits must not sell the other holdings.
    await world.place({ qty: 20, price: 0.51, time_in_force: 'IOC' })
    await families.plant({
      buy: true,
      qty: 20,
      limit: 51,
      on: [
        { type: 'TP', qty: 20, limit: 62 },
        { type: 'SL', qty: 20, at: 40 },
      ],
    })
    await world.pass('30s', 2)
    await world.simulated.book([[0.35, 500]], [[0.65, 500]])
    await world.simulated.trade(0.64, 9, true)
    await world.simulated.book([[0.37, 500]], [[0.39, 500]])
    await world.look()
    await world.settle()
    await world.pass('60s', 2)
    expect(await families.position()).toBe(20)
    await world.agree()
    await world.stop()
  },
)
