/** What changes while an order on a custom asset is under way: its members, their markets, its credentials, its subaccount. */

import { expect, it } from 'vitest'
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

it('a sale takes a member whose exchange was away at first, once it is back', async () => {
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
