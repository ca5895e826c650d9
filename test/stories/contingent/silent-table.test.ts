/** The table is silent for some seconds when a stop fires: whoever saw its price does not see it again, and it does not wait for that. */

import { expect, it } from 'vitest'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { useWorld } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const world = useWorld()
const { ask, show, prices, watch } = stopDesk(() => world)

/** The next writes that fire a stop fail. */
const silentAtFire = (times: number, tookEffect: boolean): void => {
  const { save } = world.ports.complexOrders
  let failed = 0
  Object.assign(world.ports.complexOrders, {
    save: async (...given: Parameters<typeof save>) => {
      const [{ changedComplexOrders = [] }] = given
      if (failed === times || !changedComplexOrders.some(({ status }) => status === 'TRIGGERED')) return save(...given)
      failed += 1
      if (tookEffect) await save(...given)
      throw new ServiceUnavailable('the table', new Error('throttled'))
    },
  })
}

it.each([
  ['does nothing', 3, false],
  ['takes effect and says nothing', 1, true],
] as const)(
  'a stop whose price is reached for a moment fires at once where the table %s',
  async (_what, times, tookEffect) => {
    await prices(0.5)
    const placed = await ask({ stop_order_price: 0.4, trigger_order: { qty: 5, buy_flag: false } })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    await watch(10)
    silentAtFire(times, tookEffect)
    await prices(0.35)
    await world.look()
    await world.settle()
    await prices(0.5)
    await watch(10)
    expect(await show(placed.body.complex_order_id)).toMatchObject({ status: 'TRIGGERED' })
    expect(await world.orders()).toHaveLength(1)
  },
)
