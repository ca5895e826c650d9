/** Steps of stories about stops: place a stop, show it, set the price, run the price watch. */

import { expect } from 'vitest'
import type { World } from '../../support/world.ts'

/** `worldNow` answers the world of the story that runs. */
export const stopDesk = (worldNow: () => World) => ({
  /** A conditional order on the market of the story. */
  ask: (params: object) => worldNow().postConditional({ conditional_order_type: undefined, ...params }),

  /** Buys 20 at the ask with what hangs on it. Returns the id of the order, and the ids of its conditional orders. */
  buyWith: async (conditionals: readonly object[], order: object = {}) => {
    const world = worldNow()
    const placed = await world.postOrder({
      order_type: 'LIMIT',
      price: 0.44,
      qty: 20,
      buy_flag: true,
      conditional_orders_params: conditionals,
      ...order,
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    const ids: readonly string[] = placed.body.complex_orders.conditional_orders
    return { id: placed.body.svc_order_id as string, ids }
  },

  show: (id: string) => worldNow().complexOrder(id),

  /** A cent on either side of `at` is offered. */
  prices: (at: number, size = 500) => worldNow().simulated.book([[round(at - 0.01), size]], [[round(at + 0.01), size]]),

  watch: (seconds: number) => worldNow().watch(seconds),
})

const round = (at: number): number => Number(at.toFixed(2))
