/** An order that trades at once or not at all. */

import { expect } from 'vitest'
import type { World } from '../world.ts'
import type { Hand } from './elsewhere.ts'

export const tradeAtOnce = async (
  world: World,
  { key, subaccount_id }: Hand,
  { price, qty, buy_flag }: { readonly price: number; readonly qty: number; readonly buy_flag: boolean },
): Promise<void> => {
  const order = { order_type: 'LIMIT', time_in_force: 'IOC', price, qty, buy_flag }
  const placed = await world.post('/v1/orders', { ...order, svc_id: world.svcId(), subaccount_id }, { key })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.wait(1)
}
