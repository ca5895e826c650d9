/** What stories of stops do again and again: place one, show it, set the price, let the price watch look. */

import type { World } from '../../support/world.ts'

/** `worldNow` answers the world of the story that runs. */
export const stopDesk = (worldNow: () => World) => ({
  /** Asks for a conditional order on the market of the story. */
  ask: (params: object) => {
    const world = worldNow()
    return world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      svc_id: world.svcId(),
      conditional_order_params: params,
    })
  },

  /** The complex order with the fields of its conditional order. */
  show: async (id: string) => {
    const { body } = await worldNow().get(`/v1/complex-orders/${id}`)
    return { ...body.conditional_order, ...body }
  },

  /** A cent on either side of `at` is offered. */
  prices: (at: number, size = 500) => worldNow().simulated.book([[round(at - 0.01), size]], [[round(at + 0.01), size]]),

  /** The price watch looks every five seconds, and everything else happens too. */
  watch: async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += 5) {
      await worldNow().look()
      await worldNow().pass('5s', 5)
    }
  },
})

const round = (at: number): number => Number(at.toFixed(2))
