import { expect } from 'vitest'
import type { World } from '../../support/world.ts'

/** Places TWAPs in that world, with these parameters unless a story names others, and shows them. */
export const twapDesk = (world: World, usual: object = {}) => {
  const show = async (id: string) => {
    const { body } = await world.get(`/v1/complex-orders/${id}`)
    return { ...body.twap_order, ...body }
  }
  return {
    twap: async (params: object = {}): Promise<string> => {
      const placed = await world.post('/v1/complex-orders', {
        subaccount_id: world.hero.subaccountId,
        svc_id: world.svcId(),
        twap_order_params: { ...usual, ...params },
      })
      expect(placed.status, JSON.stringify(placed.body)).toBe(202)
      return placed.body.complex_order_id
    },
    show,
    slicesOf: async (id: string) =>
      Promise.all(((await show(id)).svc_order_ids as readonly string[]).map((orderId) => world.order(orderId))),
  }
}
