/** Changes while a TWAP is under way: slices that stay on the book, a cancelled slice, credentials, a halt, its exchange. */

import { beforeEach, describe, expect, it } from 'vitest'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { twapDesk } from './twap-desk.ts'

const { world, startWorld } = worldOfTest()

const TWAP = { buy_flag: true, total_qty: 100, duration_s: 600, slices: 10, limit_price: 0.45 }

const { twap, show, slicesOf } = twapDesk(world, TWAP)

const traded = async (id: string): Promise<number> =>
  (await slicesOf(id)).reduce((sum, { traded_qty }) => sum + traded_qty, 0)

describe.each(playedOn('EXCHANGE_B'))('a TWAP on %s', (exchange) => {
  beforeEach(() => startWorld({ exchange, quoted: true }))

  it('waits for a slice that cannot be cancelled, and counts its fills', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 4]])
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 503, times: 1e6 })
    const id = await twap()
    await world.pass('90s', 3)
    // EXCHANGE_A knows IOC orders, and needs no cancel.
    const [first] = await slicesOf(id)
    expect(first).toMatchObject({ status: exchange === 'EXCHANGE_B' ? 'PARTIALLY_FILLED' : 'CANCELLED', traded_qty: 4 })
    expect((await show(id)).slices_done).toBe(exchange === 'EXCHANGE_B' ? 1 : 2)
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.simulated.noFaults()
    await world.pass('600s', 3)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
    expect(await traded(id)).toBe(100)
  })

  it('continues after a slice that its user cancels', async () => {
    world.queues.delay = ({ queue }) => (queue === 'execute-order' ? 5_000 : 0)
    const id = await twap()
    await world.settle()
    const [first] = (await show(id)).svc_order_ids
    await world.delete(`/v1/orders/${first}`)
    world.queues.delay = () => 0
    await world.pass('640s', 3)
    expect((await slicesOf(id))[0]).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
  })

  it('continues after a cancel of all orders', async () => {
    const id = await twap()
    await world.pass('61s')
    await world.post('/v1/orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    await world.pass('600s', 3)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
  })

  it('keeps the credentials that its next slices need', async () => {
    const id = await twap()
    await world.pass('90s')
    const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`
    expect(await world.delete(path)).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    await world.pass('600s', 3)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
  })

  it('is not affected by a halt that ends before its next slice', async () => {
    const id = await twap()
    await world.pass('10s')
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: true })
    await world.pass('30s')
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: false })
    await world.pass('600s', 3)
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
  })

  it('carries a quantity or value too small for an order over to a later slice', async () => {
    await world.simulated.book([[0.02, 500]], [[0.05, 900]])
    const id = await twap({ total_qty: 200, limit_price: 0.05, slices: 20 })
    await world.pass('640s', 3)
    const refused = (await slicesOf(id)).filter(({ status }) => status === 'REJECTED')
    // On EXCHANGE_B a buy is worth a dollar or more: twenty contracts at this price.
    expect(refused.length > 0).toBe(exchange === 'EXCHANGE_B')
    for (const { reject_code } of refused) expect(reject_code).toBe('value_below_minimum')
    expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 200 })
  })

  it('stays within max_slippage of the book of each slice', async () => {
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.44, 3],
        [0.45, 3],
        [0.47, 500],
      ],
    )
    const id = await twap({ max_slippage: 0.01, limit_price: null, slices: 4, duration_s: 240 })
    await world.pass('30s')
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.5, 10],
        [0.52, 500],
      ],
    )
    await world.pass('250s', 3)
    const slices = await slicesOf(id)
    expect(slices.map(({ traded_qty, average_price }) => [traded_qty, average_price]).slice(0, 2)).toEqual([
      [6, 0.445],
      [10, 0.5],
    ])
    for (const { average_price } of slices) expect(average_price).toBeLessThanOrEqual(0.52)
  })
})
