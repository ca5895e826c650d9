import { isBasketOrder } from '#domain/baskets/placed-order.ts'
import type { Hand } from '../ledger/elsewhere.ts'
import type { World } from '../world.ts'

interface Trade {
  readonly price: number
  readonly qty: number
  readonly buy_flag: boolean
}

/**
 * Calls `act` once, after the next order of the story's user is claimed and before its request leaves. The act may trade with another key
 * of the account. Returns a function that ends the waiting, and returns true if `act` was called.
 */
export const tradeBeforeSend = (
  world: World,
  hand: Hand,
  act: (trade: (terms: Trade) => Promise<void>) => Promise<void>,
): (() => boolean) => {
  const { save } = world.ports.orders
  let isDone = false
  const trade = async (terms: Trade): Promise<void> => {
    const order = { order_type: 'LIMIT', time_in_force: 'IOC', ...terms }
    await world.post('/v1/orders', { ...order, svc_id: world.svcId(), subaccount_id: hand.subaccount_id }, hand)
    await world.settle()
  }
  Object.assign(world.ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      const stored = await save(...given)
      const [order] = given
      const isClaim = !isBasketOrder(order) && order.sendState === 'in_flight'
      if (isDone || !isClaim || order.subaccountId !== world.hero.subaccountId) return stored
      isDone = true
      await act(trade)
      return stored
    },
  })
  return () => {
    Object.assign(world.ports.orders, { save })
    return isDone
  }
}
