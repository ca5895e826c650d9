/** A DELETE of a subaccount that dies and is never repeated: nothing of it stays half done. */

import { expect, it } from 'vitest'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const isActive = async (): Promise<boolean | null> => {
  const { status, body } = await world.get(`/v1/subaccounts/${world.hero.subaccountId}`)
  return status === 404 ? null : body.is_active
}

/** Deletes the subaccount with a run that dies at that step; true if the deletion completed. */
const deletes = async (dieAt: number): Promise<boolean> => {
  const { subaccountId } = world.hero
  const answer = await world.delete(`/v1/subaccounts/${subaccountId}`, { dieAt }).catch(() => null)
  return answer?.status === 204
}

it('a deletion that dies at any step ends complete or without effect', { timeout: 120_000 }, async () => {
  const ends: (boolean | null)[] = []
  let isOver = false
  for (let step = 1; !isOver; step += 1) {
    await startWorld()
    const asset = { subaccount_id: world.hero.subaccountId, name: 'Pair', svc_ids: [] }
    expect((await world.post('/v1/custom-assets', asset)).status).toBe(201)
    isOver = await deletes(step)
    await world.pass('3m', 10)
    const end = await isActive()
    ends.push(end)
    const { customAssets, credentials } = world.ports
    const left = [
      ...(await customAssets.list(world.hero.userId)),
      await credentials.get(world.hero.subaccountId, 'EXCHANGE_A'),
    ].filter((one) => one !== null)
    expect(left, `after step ${step}`).toHaveLength(end === null ? 0 : 2)
    expect(end, `after step ${step}`).not.toBe(false)
  }
  expect(ends.at(0)).toBe(true)
  expect(ends.filter((end) => end === null).length).toBeGreaterThan(5)
})

it('a deletion leaves a subaccount active that is used or reactivated meanwhile', async () => {
  await startWorld()
  const dieInside = async (): Promise<void> => {
    for (let step = 1; (await isActive()) !== false; step += 1) expect(await deletes(step)).toBe(false)
  }
  await dieInside()
  const { complexOrders } = world.ports
  const { list } = complexOrders
  Object.assign(complexOrders, { list: async () => ({ complexOrders: [], count: 1, hasMore: false }) })
  await world.pass('3m', 10)
  expect(await isActive()).toBe(true)

  Object.assign(complexOrders, { list })
  await dieInside()
  await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: true })
  await world.pass('3m', 10)
  expect(await isActive()).toBe(true)
})

it('a repeated deletion leaves a subaccount active that is used meanwhile', async () => {
  await startWorld()
  for (let step = 1; (await isActive()) !== false; step += 1) expect(await deletes(step)).toBe(false)
  const { complexOrders } = world.ports
  Object.assign(complexOrders, { list: async () => ({ complexOrders: [], count: 1, hasMore: false }) })
  expect(await world.delete(`/v1/subaccounts/${world.hero.subaccountId}`)).toMatchObject({ status: 409 })
  expect(await isActive()).toBe(true)
})

it.each([{}, { link_id: 'pair' }])(
  'a deletion ends a stop that was requested before it and stored after it, with %j',
  async (more) => {
    await startWorld()
    const { complexOrders } = world.ports
    const { save } = complexOrders
    const afterDeletion: typeof save = async (...given) => {
      Object.assign(complexOrders, { save })
      expect((await world.delete(`/v1/subaccounts/${world.hero.subaccountId}`)).status).toBe(204)
      return save(...given)
    }
    Object.assign(complexOrders, { save: afterDeletion })
    const { body } = await world.postConditional({
      stop_order_price: 0.3,
      trigger_order: { qty: 10, buy_flag: false },
      ...more,
    })
    await world.pass('2m', 10)
    expect(await complexOrders.get(body.complex_order_id)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'cancel_all',
    })
  },
)
