/** The consumer that fires a stop is killed, and the price is gone: only the message is left, so it comes again soon. */

import { expect, it } from 'vitest'
import { useWorld } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const world = useWorld()
const { ask, show, prices, watch } = stopDesk(() => world)

it('a stop reached for a moment fires within half a minute if fire-trigger is killed', async () => {
  await prices(0.5)
  const placed = await ask({ stop_order_price: 0.4, trigger_order: { qty: 5, buy_flag: false } })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await watch(10)
  await prices(0.35)
  world.killNext('fire-trigger', 2)
  await world.look()
  await world.settle()
  await prices(0.5)
  await watch(10)
  expect(world.survived).toBe(false)
  expect(await show(placed.body.complex_order_id)).toMatchObject({ status: 'ACTIVE' })
  await watch(20)
  expect(await show(placed.body.complex_order_id)).toMatchObject({ status: 'TRIGGERED' })
  expect(await world.orders()).toHaveLength(1)
})
