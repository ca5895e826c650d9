/** Exits on a custom asset when markets of its members close: one bet continues in its open markets, and no close is a failure. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  // Each exchange sells half of thirty contracts.
  for (const exchange of [A, B] as const) await world.at(exchange).book([[0.39, 500]], [[0.41, 15]])
})
const exit = (type: 'TP' | 'SL', at: number) => ({
  conditional_order_type: type,
  trigger_order: { qty: 30, buy_flag: false, stop_order_price: at },
})

const entered = async (asset: string) => {
  const placed = await baskets.order(asset, { qty: 30, conditional_orders_params: [exit('TP', 0.5), exit('SL', 0.3)] })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.pass('30s', 5)
  const [tp = '', sl = ''] = placed.body.complex_orders.conditional_orders
  return { tp, sl }
}

const held = async (exchange: ExchangeName): Promise<number> => {
  const { accounts } = await world.at(exchange).ledger()
  const mine = accounts.find(({ id }: { id: string }) => id === 'story')
  return mine.positions.find(({ market }: { market: string }) => market === world.at(exchange).market)?.position ?? 0
}

const nothingIncomplete = () => expect(world.log.filter((line) => line.includes('ExitIncomplete'))).toEqual([])

describe.each([A, B] as const)('when the member of one bet on %s closes', (exchange) => {
  const other = exchange === A ? B : A

  it('the exits stay, sell the other member, and are not reported incomplete for the closed one', async () => {
    const { sl } = await entered(await baskets.sameBet())
    await world.at(exchange).status('closed')
    await baskets.watch(90)
    expect(await baskets.show(sl)).toMatchObject({ status: 'ACTIVE' })
    await baskets.priceAt(other, 0.28)
    await baskets.watch(120)
    expect(await baskets.show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect([await held(other), await held(exchange)]).toEqual([0, 15])
    nothingIncomplete()
  })

  it('shares of a market that closes during a sale are no failure of the exit', async () => {
    const { sl } = await entered(await baskets.sameBet())
    await baskets.priceAt(other, 0.28)
    await world.at(exchange).book([], [])
    await world.look()
    await world.pass('2s')
    await world.at(exchange).status('closed')
    await baskets.watch(120)
    expect(await baskets.show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(await held(other)).toBe(0)
    nothingIncomplete()
  })
})

it('the exits end when all members of one bet close', async () => {
  const { tp, sl } = await entered(await baskets.sameBet())
  await world.at(A).status('closed')
  await world.at(B).status('closed')
  await baskets.watch(90)
  for (const id of [tp, sl])
    expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
  nothingIncomplete()
})

it('the exits end when one of different bets closes, as their price is the mean of all', async () => {
  const { tp, sl } = await entered(await baskets.threeBets())
  await world.at(B).status('closed')
  await baskets.watch(90)
  for (const id of [tp, sl])
    expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
})
