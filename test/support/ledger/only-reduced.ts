/** By the exchange's own books: no fill of these orders ever opened or turned over a position. */

import { expect } from 'vitest'
import type { World } from '../world.ts'
import { ownAccount } from './own-account.ts'

export const expectOnlyReduced = async (world: World, orderIds: readonly string[]): Promise<void> => {
  const stored = await Promise.all(orderIds.map((id) => world.ports.orders.get(id)))
  const theirs = new Set(
    stored.flatMap((order) => [
      ...(order?.exchangeOrderId?.split('+') ?? []),
      ...(order?.replaced?.exchangeOrderIds ?? []),
    ]),
  )
  let position = 0
  for (const fill of (await ownAccount(world)).fills) {
    const after = Math.round((position + (fill.buy_flag ? fill.qty : -fill.qty)) * 1e6) / 1e6
    if (theirs.has(fill.order_id)) {
      expect(Math.abs(after), JSON.stringify({ fill, position })).toBeLessThan(Math.abs(position))
      expect(after * position, JSON.stringify({ fill, position })).toBeGreaterThanOrEqual(0)
    }
    position = after
  }
}
