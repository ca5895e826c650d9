import type { World } from '../world.ts'

/** So many times from now on the table takes no change of that order. */
export const busyWithOrder = ({ ports }: World, id: string, times: number): void => {
  const { save } = ports.orders
  let troubles = times
  Object.assign(ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      if (given[0].orderId !== id || troubles === 0) return save(...given)
      troubles -= 1
      throw new Error('the table is busy')
    },
  })
}
