/** TWAP orders from the request to their end: slices on time, what does not fill, cancels, outages, crashes. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/exchange-name.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World

const TWAP = { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10 }

const twap = async (params: object = {}): Promise<string> => {
  const placed = await world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    svc_id: world.svcId(),
    twap_order_params: { ...TWAP, ...params },
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  return placed.body.complex_order_id
}

const show = async (id: string) => {
  const { body } = await world.get(`/v1/complex-orders/${id}`)
  return { ...body.twap_order, ...body }
}

describe.each(EXCHANGE_NAMES)('a TWAP on %s', (exchange) => {
  beforeEach(async () => {
    world = await startWorld({ exchange })
    await world.venue.book([[0.4, 500]], [[0.44, 500]])
  })

  afterEach(async () => {
    await world.agree()
    await world.stop()
  })

  it('sends its first slice at once and the others evenly, and is COMPLETED when all has filled', async () => {
    const id = await twap()
    expect(await show(id)).toMatchObject({ status: 'PENDING', slices_done: 0, started_at: null })
    await world.settle()
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 1 })
    await world.pass('61s')
    expect(await show(id)).toMatchObject({ status: 'ACTIVE', slices_done: 2, filled_qty: 20 })
    await world.pass('600s')
    const done = await show(id)
    expect(done).toMatchObject({ status: 'COMPLETED', slices_done: 10, filled_qty: 100, average_price: 0.44 })
  })
})
