/** A raised settlement floor of EXCHANGE_A takes orders off the book, and the order says so. */

import { expect, it } from 'vitest'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

it('an order at or below a raised floor ends CANCELLED, `settlement_floor`, and one above it rests', {
  retry: 1,
}, async () => {
  await startWorld({ streams: true })
  await world.simulated.book([[0.3, 500]], [[0.5, 500]])
  const [below, at, above] = [
    await world.place({ price: 0.35, qty: 10 }),
    await world.place({ price: 0.4, qty: 10 }),
    await world.place({ price: 0.41, qty: 10 }),
  ]
  await world.elapse(11_000)
  void world.hold(20)
  await world.elapse(2_000)
  await world.simulated.switches({ settlement_floors: { [world.simulated.market]: 0.4 } })
  await world.elapse(8_000)
  for (const id of [below, at])
    expect(await world.order(id)).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'settlement_floor',
      traded_qty: 0,
    })
  expect((await world.order(above)).status).toBe('RESTING')
  await world.elapse(12_000)
})
