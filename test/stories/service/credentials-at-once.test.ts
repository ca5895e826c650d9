/** Credentials that are stored while their subaccount is deleted. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRIVATE_KEY } from '../../support/simulators/kalshi.ts'
import { startWorld, type World } from '../../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const of = (subaccountId: string) => `/v1/subaccounts/${subaccountId}/credentials/EXCHANGE_A`
const given = { api_key_id: 'story-key', private_key: PRIVATE_KEY }

/** A subaccount that is deleted soon. The account at the exchange is free. */
const doomed = async (): Promise<string> => {
  expect((await world.delete(of(world.hero.subaccountId))).status).toBe(204)
  return (await world.post('/v1/subaccounts', { name: 'doomed' })).body.subaccount_id
}

it('credentials are not stored for a deleted subaccount: another one can use the account', async () => {
  const id = await doomed()
  const { credentials } = world.ports
  const { put } = credentials
  const whenItIsGone: typeof put = async (...record) => {
    Object.assign(credentials, { put })
    expect((await world.delete(`/v1/subaccounts/${id}`)).status).toBe(204)
    return put(...record)
  }
  Object.assign(credentials, { put: whenItIsGone })
  expect(await world.put(of(id), given)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await world.put(of(world.hero.subaccountId), given)).status).toBe(200)
})

it('credentials stored right before the deletion of a subaccount are removed with it', async () => {
  const id = await doomed()
  const { credentials } = world.ports
  const { get } = credentials
  const before: typeof get = async (subaccountId, exchange) => {
    const found = await get(subaccountId, exchange)
    Object.assign(credentials, { get })
    if (exchange === 'EXCHANGE_A') expect((await world.put(of(id), given)).status).toBe(200)
    return found
  }
  Object.assign(credentials, { get: before })
  expect((await world.delete(`/v1/subaccounts/${id}`)).status).toBe(204)
  expect(await get(id, 'EXCHANGE_A')).toBeNull()
  expect((await world.put(of(world.hero.subaccountId), given)).status).toBe(200)
})
