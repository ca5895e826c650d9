/** The polls of an account with live orders go on, also where the sweeper does not run. */

import { beforeEach, expect, it } from 'vitest'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld()
let order: string

beforeEach(async () => {
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
  order = await world.place({ price: 0.42, qty: 10 })
  await world.settle()
})

const expectNews = async (): Promise<void> => {
  await world.simulated.trade(0.42, 10, false)
  await world.wait(15)
  expect(await world.order(order)).toMatchObject({ status: 'EXECUTED' })
}

it('where somebody writes the sync of the account in the moment in which a poll begins', async () => {
  const { accountSyncs } = world.ports
  const { save } = accountSyncs
  const credentials = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`
  const meanwhile: typeof save = async (state) => {
    Object.assign(accountSyncs, { save })
    expect(await world.delete(credentials)).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    return save(state)
  }
  Object.assign(accountSyncs, { save: meanwhile })
  await world.wait(2)
  await expectNews()
})

it('where a part of the service does not answer in the middle of a poll', async () => {
  const { accountSyncs } = world.ports
  const { get } = accountSyncs
  let reads = 0
  const failing: typeof get = async (...account) => {
    reads += 1
    // The first one begins the poll.
    if (reads !== 2) return get(...account)
    throw new ServiceUnavailable('the table', new Error('throttled'))
  }
  Object.assign(accountSyncs, { get: failing })
  await world.wait(2)
  expect(reads).toBe(2)
  await expectNews()
})
