import type { World } from '../world.ts'

/** The function that saves an order next says nothing more once that is stored, as if it had died. */
export const dieAfterSave = ({ ports }: World): void => {
  const { save } = ports.orders
  Object.assign(ports.orders, {
    save: async (...given: Parameters<typeof save>) => {
      await save(...given)
      Object.assign(ports.orders, { save })
      throw new Error('the sender says nothing more')
    },
  })
}
