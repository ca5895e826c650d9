import type { World } from '../world.ts'

/** Once, in the midst of a cancel of all orders: the price goes to 0.71, what it fires is sent, and rests. */
export const fireWhileOrdersAreCancelled = (world: World): void => {
  const { ports } = world
  const { liveBaskets } = ports.orders
  Object.assign(ports.orders, {
    liveBaskets: async (...requested: Parameters<typeof liveBaskets>) => {
      Object.assign(ports.orders, { liveBaskets })
      const found = await liveBaskets(...requested)
      world.time.now += 1_000
      await world.simulated.book([[0.7, 500]], [[0.72, 500]])
      await world.look()
      await world.settle()
      world.time.now += 1_000
      return found
    },
  })
}
