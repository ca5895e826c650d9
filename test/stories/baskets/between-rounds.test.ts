/** Changes while an order on a custom asset is under way: its members, their markets, its credentials, its subaccount. */

import { describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

/** Each member sells that many at a price of its own. */
const sells = async (a: number, other: number, b: number): Promise<void> => {
  await world.at(A).book([[0.3, 500]], a === 0 ? [] : [[0.4, a]])
  await world.at(A).book([[0.3, 500]], other === 0 ? [] : [[0.5, other]], OTHER_PARTY)
  await world.at(B).book([[0.3, 500]], b === 0 ? [] : [[0.42, b]])
}

const buy = async (asset: string, qty: number): Promise<string> => {
  const id = await baskets.place(asset, { qty })
  await world.settle()
  expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED' })
  return id
}

const tradedIn = async (id: string, svcId: number): Promise<number> =>
  (await baskets.legs(id)).filter(({ svc_id }) => svc_id === svcId).reduce((sum, { traded_qty }) => sum + traded_qty, 0)

describe.each([A, B] as const)('when the market of a member on %s', (exchange) => {
  const other: ExchangeName = exchange === A ? B : A
  it.each(['closed', 'paused'])(
    'is %s between two rounds, the next goes to the other member of one bet',
    async (state) => {
      await sells(20, 0, 20)
      const id = await buy(await baskets.sameBet(), 60)
      await world.at(exchange).status(state)
      await world.at(other).book([[0.3, 500]], [[0.42, 100]])
      await world.pass('30s')
      expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
      expect(await tradedIn(id, baskets.svcIdAt(exchange))).toBe(20)
    },
  )

  it.each(['closed', 'paused'])(
    'is %s between two rounds of different bets, no other bet gets its rest',
    async (state) => {
      await sells(10, 10, 10)
      const id = await buy(await baskets.threeBets(), 60)
      await sells(100, 100, 100)
      await world.at(exchange).status(state)
      await world.pass('40s')
      expect(await baskets.summed(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 50 })
      expect(await tradedIn(id, baskets.svcIdAt(exchange))).toBe(10)
    },
  )
})

it('a sale includes a member whose exchange was away at first, once it is back', async () => {
  await sells(20, 0, 20)
  await baskets.place(await baskets.sameBet(), { qty: 40 })
  await world.pass('30s')
  await world.at(B).fault({ method: 'GET', path: '^/clob/book', kind: 'status', status: 500, times: 1e6 })
  const id = await baskets.place(await baskets.sameBet(), { qty: 40, buy_flag: false })
  await world.settle()
  await world.at(B).noFaults()
  await world.pass('30s')
  expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
})

it('a removed member or a new allocation does not change a running order, and the asset stays', async () => {
  await sells(20, 0, 20)
  const asset = await baskets.sameBet()
  const id = await buy(asset, 60)
  const removed = await world.call('DELETE', `/v1/custom-assets/${asset}/members`, {
    svc_ids: [baskets.svcIdAt(A), baskets.svcIdAt(B)],
  })
  expect(removed).toMatchObject({ status: 200, body: { members: [] } })
  expect((await world.patch(`/v1/custom-assets/${asset}`, { allocation: 'EQUAL' })).status).toBe(200)
  expect(await world.delete(`/v1/custom-assets/${asset}`)).toMatchObject({
    status: 409,
    body: { code: 'custom_asset_in_use' },
  })
  await world.at(B).book([[0.3, 500]], [[0.42, 100]])
  await world.pass('30s')
  expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
  expect((await world.delete(`/v1/custom-assets/${asset}`)).status).toBe(204)
  expect(await baskets.order(asset)).toMatchObject({ status: 404 })
})

it('credentials stay while a further round may need them', async () => {
  await sells(20, 0, 0)
  const id = await buy(await baskets.sameBet(), 60)
  for (const exchange of [A, B] as const)
    expect(await world.delete(`/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`)).toMatchObject({
      status: 409,
      body: { code: 'live_orders' },
    })
  await world.at(B).book([[0.3, 500]], [[0.42, 100]])
  await world.pass('30s')
  expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
})

it('a deactivated subaccount plans no further round, and keeps its fills', async () => {
  await sells(20, 0, 0)
  const id = await buy(await baskets.sameBet(), 60)
  await world.patch(`/v1/subaccounts/${world.hero.subaccountId}`, { is_active: false })
  await world.at(B).book([[0.3, 500]], [[0.42, 100]])
  await world.pass('30s')
  expect(await baskets.summed(id)).toMatchObject({
    status: 'CANCELLED',
    cancel_reason: 'subaccount_inactive',
    traded_qty: 20,
  })
})
