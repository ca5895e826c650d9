/** Stories of a stop that watches the last trade: a market whose last trade is at 0.40, and a stop that fires at 0.50. */

import type { World } from '../../support/world.ts'

/** Buys 5 when something is traded at 0.50, at any price. */
export const BREAKOUT = {
  trigger_price_type: 'LAST',
  stop_order_price: 0.5,
  trigger_order: { qty: 5, buy_flag: true, price: 0.95 },
}

export const FIRED = { status: 'TRIGGERED', trigger_price: 0.5, trigger_price_source: 'last_trade' }

export const breakoutDesk = (world: World) => {
  const arm = async (params: object = BREAKOUT): Promise<string> => {
    const id = await world.placeConditional(params)
    await world.settle()
    return id
  }
  /** The last trade of the book is at 0.40. */
  const quiet = async (): Promise<void> => {
    await world.simulated.book([[0.4, 500]], [[0.5, 500]])
    await world.simulated.trade(0.4, 1, false)
  }
  return {
    arm,
    quiet,
    show: (id: string) => world.complexOrder(id),
    watch: (seconds: number) => world.watch(seconds),
    /** A stop that the price watch has looked at for a while. */
    armWatched: async (params: object = BREAKOUT): Promise<string> => {
      await quiet()
      const id = await arm(params)
      await world.watch(25)
      return id
    },
  }
}
