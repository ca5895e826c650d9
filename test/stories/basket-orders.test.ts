/** MARKET orders on custom assets: split over their members on both exchanges, sent, added up, and planned again. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { svcIdOf } from '#domain/market.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World

beforeEach(async () => {
  world = await startWorld({ both: true })
})

afterEach(async () => {
  await world.agree()
  await world.stop()
})

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'
const svcIdAt = (exchange: typeof A | typeof B): number => svcIdOf(exchange, world.at(exchange).market)

const asset = async (svcIds: readonly number[], allocation = 'BEST_PRICE'): Promise<string> => {
  const made = await world.post('/v1/custom-assets', {
    subaccount_id: world.hero.subaccountId,
    name: 'basket',
    allocation,
    svc_ids: svcIds,
  })
  expect(made.status).toBe(201)
  return made.body.custom_asset_id
}

const placeOn = async (customAssetId: string, order: object = {}): Promise<string> => {
  const placed = await world.post('/v1/orders', {
    order_type: 'MARKET',
    qty: 50,
    buy_flag: true,
    subaccount_id: world.hero.subaccountId,
    custom_asset_id: customAssetId,
    ...order,
  })
  expect(placed.body).toMatchObject({ complex_orders: {} })
  expect(placed.status).toBe(202)
  return placed.body.svc_order_id
}

const legsOf = async (orderId: string) => {
  const { leg_svc_order_ids: ids } = await world.order(orderId)
  return Promise.all(ids.map((id: string) => world.order(id)))
}

describe('the same question on both exchanges', () => {
  it('is bought where it is cheapest, level by level, fees included, and shows each leg', async () => {
    await world.at(A).book(
      [[0.4, 100]],
      [
        [0.44, 20],
        [0.46, 100],
      ],
    )
    await world.at(B).book(
      [[0.4, 100]],
      [
        [0.43, 15],
        [0.45, 100],
      ],
    )
    const id = await placeOn(await asset([svcIdAt(A), svcIdAt(B)]), { client_order_id: 'mine' })
    expect(await world.order(id)).toMatchObject({
      status: 'PENDING_SUBMISSION',
      order_type: 'MARKET',
      time_in_force: 'IOC',
      svc_id: null,
      price: null,
      leg_svc_order_ids: [],
      fills: [],
    })
    await world.pass('10s')
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 50, client_order_id: 'mine', skipped_members: [] })
  })
})
