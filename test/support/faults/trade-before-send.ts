import { isBasketOrder } from '#domain/orders/placed-order.ts'
import type { Hand } from '../ledger/elsewhere.ts'
import type { World } from '../world.ts'

type Trade = { readonly price: number; readonly qty: number; readonly buy_flag: boolean } | (() => Promise<unknown>)

/**
 * Once, after the next order of the story's user is claimed and before its request leaves: another key of the account trades, or something
 * else happens. Answers whether that has happened.
 */
export const tradeBeforeSend = (world: World, hand: Hand, trade: Trade): (() => boolean) => {
  const { save } = world.ports.orders
  let isDone = false
  Object.assign(world.ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      const stored = await save(...given)
      const [order] = given
      const isClaim = !isBasketOrder(order) && order.sendState === 'in_flight'
      if (isDone || !isClaim || order.subaccountId !== world.hero.subaccountId) return stored
      isDone = true
      if (typeof trade === 'function') await trade()
      else {
        const terms = { order_type: 'LIMIT', time_in_force: 'IOC', ...trade }
        await world.post('/v1/orders', { ...terms, svc_id: world.svcId(), subaccount_id: hand.subaccount_id }, hand)
        await world.settle()
      }
      return stored
    },
  })
  return () => isDone
}
