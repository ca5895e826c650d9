/** EXCHANGE_A removes every resting order from the book when a paused market resumes (Kalshi live reference, section 1.5). */

import { describe, expect, it } from 'vitest'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ exchange: 'EXCHANGE_A', quoted: true })

const pauseAndContinue = async (pause = '20s'): Promise<void> => {
  await world.simulated.status('paused')
  await world.pass(pause)
  await world.simulated.status('active')
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
}

const show = async (id: string) => {
  const { body } = await world.get(`/v1/complex-orders/${id}`)
  return { ...body.conditional_order, ...body.twap_order, ...body }
}

const ENDED = { status: 'CANCELLED', cancel_reason: 'cancelled_by_exchange', fills_complete: true }

describe('orders that rest while their market is paused and resumed', () => {
  it.each([
    ['seconds', '5s'],
    ['minutes', '5m'],
  ])('end with their filled quantity, after a pause of %s', async (_how, pause) => {
    const filled = await world.place({ price: 0.41 })
    await world.pass('10s')
    await world.simulated.trade(0.41, 4, false)
    await world.pass('10s')
    const others = [
      await world.place({ price: 0.3 }),
      await world.place({ price: 0.41, post_only: true }),
      await world.place({ price: 0.6, qty: 4, buy_flag: false, reduce_only: true }),
    ]
    await world.pass('1m', 5)
    await pauseAndContinue(pause)
    await world.pass('2m', 5)
    expect(await world.order(filled)).toMatchObject({ ...ENDED, traded_qty: 4 })
    for (const id of others) expect(await world.order(id)).toMatchObject({ ...ENDED, traded_qty: 0 })
  })

  it('are recorded as ended within seconds while the account is watched', async () => {
    const id = await world.place({ price: 0.41 })
    await world.pass('10s')
    await pauseAndContinue('1s')
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject(ENDED)
  })

  it('leave exits for the filled quantity, and no others', async () => {
    const id = await world.place({
      price: 0.41,
      conditional_orders_params: [
        { trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
        { trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.3 } },
      ],
    })
    await world.pass('10s')
    await world.simulated.trade(0.41, 4, false)
    await world.pass('10s')
    await pauseAndContinue()
    await world.pass('2m', 5)
    const exits = await Promise.all(
      (await world.order(id)).complex_order_ids.conditional_orders.map(async (exit: string) => show(exit)),
    )
    expect(await world.order(id)).toMatchObject({ ...ENDED, traded_qty: 4 })
    expect(exits.map(({ trigger_order_qty }) => trigger_order_qty)).toEqual([4, 4])
    expect(exits.map(({ status }) => status).sort()).toEqual(['ACTIVE', 'TRIGGERED'])
  })

  it('can no longer be amended, and a late amend does no harm', async () => {
    const id = await world.place({ price: 0.41 })
    await world.pass('10s')
    await pauseAndContinue('1s')
    expect((await world.patch(`/v1/orders/${id}`, { price: 0.42 })).status).toBeLessThan(500)
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
  })
})

it('an order that waited for the end of the pause is sent after it, once', async () => {
  await world.simulated.status('paused')
  const id = await world.place({ price: 0.41 })
  await world.pass('30s')
  await world.simulated.status('active')
  await world.pass('2m', 5)
  expect(await world.order(id)).toMatchObject({ status: 'RESTING', reject_code: null })
  const { submits } = await world.simulated.ledger()
  expect(submits.filter(({ outcome }: { outcome: string }) => outcome === 'accepted')).toHaveLength(1)
})

it('a TWAP slice removed from the book leaves its rest to the next slices', async () => {
  const id = await world.placeTwap({ total_qty: 100, buy_flag: true, duration_s: 300, slices: 5, limit_price: 0.43 })
  await world.pass('61s')
  await pauseAndContinue()
  await world.simulated.book([[0.4, 500]], [[0.42, 5_000]])
  await world.pass('600s', 5)
  expect(await show(id)).toMatchObject({ status: 'COMPLETED', filled_qty: 100 })
})
