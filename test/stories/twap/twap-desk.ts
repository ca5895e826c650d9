import type { World } from '../../support/world.ts'

/** Places TWAPs in that world, with these parameters unless a story names others, and shows them. */
export const twapDesk = (world: World, usual: object = {}) => {
  const show = async (id: string) => {
    const { body } = await world.get(`/v1/complex-orders/${id}`)
    return { ...body.twap_order, ...body }
  }
  return {
    twap: (params: object = {}): Promise<string> => world.placeTwap({ ...usual, ...params }),
    show,
    slicesOf: async (id: string) =>
      Promise.all(((await show(id)).svc_order_ids as readonly string[]).map((orderId) => world.order(orderId))),
  }
}
