import type { World } from '../world.ts'

/** From now on the index of live orders lags: it shows no order that is placed later, until it is asked to. Answers how to ask. */
export const hideLiveOrders = ({ ports, time }: World): (() => void) => {
  const { live } = ports.orders
  const since = time.now
  Object.assign(ports.orders, {
    live: async (...requested: Parameters<typeof live>) =>
      (await live(...requested)).filter(({ createdAt }) => createdAt < since),
  })
  return () => void Object.assign(ports.orders, { live })
}
