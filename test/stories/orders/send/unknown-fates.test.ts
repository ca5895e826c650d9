/** Answers and reads as proof of a send whose own answer was lost. */

import { beforeEach, describe, expect, it } from 'vitest'
import { dieAfterSave } from '../../../support/faults/die-after-save.ts'
import { useWorld } from '../../../support/use-world.ts'
import { startWorld } from '../../../support/world.ts'

describe('an order that the exchange says it has, and shows in no list,', () => {
  const world = useWorld()

  beforeEach(async () => {
    await world.simulated.book([[0.4, 500]], [[0.42, 500]])
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_after', times: 1 })
    const none = { orders: [], cursor: '' }
    await world.simulated.fault({ method: 'GET', path: '/orders$', kind: 'status', status: 200, body: none })
  })

  it('is looked up as long as it may rest', async () => {
    const id = await world.place({ price: 0.41 })
    await world.pass('10m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING', cancel_reason: null })
    await world.simulated.noFaults()
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('has ended if it had to trade at once', async () => {
    const id = await world.place({ price: 0.41, time_in_force: 'FOK' })
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    await world.simulated.noFaults()
  })
})

describe('an answer', () => {
  const world = useWorld({}, { agrees: false })

  it('does not apply to a later send that replaced its own', async () => {
    await world.simulated.book([[0.4, 500]], [[0.42, 500]])
    const { save } = world.ports.orders
    let isReplaced = false
    const replace = async (orderId: string): Promise<void> => {
      const order = await world.ports.orders.get(orderId)
      if (order === null || order.attempt === null) throw new Error('nothing was sent')
      await save({ ...order, attempt: { ...order.attempt, identity: 'another' } }, [])
    }
    Object.assign(world.ports.orders, {
      save: async (...given: Parameters<typeof save>) => {
        const [order] = given
        if (!isReplaced && 'sendState' in order && order.sendState === 'acked') {
          isReplaced = true
          await replace(order.orderId)
        }
        return save(...given)
      },
    })
    const id = await world.place({ price: 0.41 })
    await world.settle()
    expect(await world.ports.orders.get(id)).toMatchObject({
      sendState: 'in_flight',
      exchangeOrderId: null,
      attempt: { identity: 'another' },
    })
  })
})

it('an order whose sender may still be alive is left alone by every other run', async () => {
  const world = await startWorld()
  dieAfterSave(world)
  const orderId = await world.place()
  await world.settle()
  expect(await world.ports.orders.get(orderId)).toMatchObject({ sendState: 'in_flight' })
  for (const group of ['one', 'other']) await world.queues.send('execute-order', { orderId }, { group })
  await world.pass('25s')
  expect(world.exchangeCallsTo(/^POST/)).toBe(0)
  await world.pass('2m', 5)
  expect(await world.order(orderId)).toMatchObject({ status: 'RESTING' })
  await world.agree()
  await world.stop()
})
