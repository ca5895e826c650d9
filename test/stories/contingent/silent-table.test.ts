/** The table is silent for some seconds when a stop fires. The price does not come again, and the stop does not wait for it. */

import { describe, expect, it } from 'vitest'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { useWorld } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const world = useWorld()
const { ask, buyWith, show, prices, watch } = stopDesk(() => world)

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
  'a stop whose price is reached for a moment fires at once if the table %s',
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

describe('a stop stored as fired without confirmation by the table', () => {
  it('has its order sent at once', async () => {
    await prices(0.5)
    const placed = await ask({ stop_order_price: 0.4, trigger_order: { qty: 5, buy_flag: false } })
    await watch(10)
    silentAtFire(1, true)
    await prices(0.35)
    await world.look()
    await world.settle()
    const { trigger_svc_order_id } = await show(placed.body.complex_order_id)
    expect(await world.order(trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED' })
  })

  it('closes the parent’s purchase at once', async () => {
    await prices(0.43)
    const { id, ids } = await buyWith([{ trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } }])
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    await watch(10)
    silentAtFire(1, true)
    await prices(0.25)
    await world.look()
    await world.settle()
    const { trigger_svc_order_id } = await show(ids[0] ?? '')
    expect(await world.order(trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })
})
