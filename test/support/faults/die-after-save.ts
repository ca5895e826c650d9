import type { World } from '../world.ts'

/** The function that saves an order next does nothing more once that is stored, as if it had died. */
export const dieAfterSave = ({ ports }: World): void => {
  const { save, get } = ports.orders
  const dead = async () => {
    Object.assign(ports.orders, { save, get })
    throw new Error('the sender has died')
  }
  Object.assign(ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      await save(...given)
      // The next step would release the lease.
      Object.assign(ports.orders, { save, get: dead })
      throw new Error('the sender has died')
    },
  })
}
