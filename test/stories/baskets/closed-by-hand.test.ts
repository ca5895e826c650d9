/** Exits on a custom asset follow the position of each member: what the user sells by hand they sell no more, later purchases never. */

import { beforeEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  await baskets.pricesAre(0.4)
})
/** Each exchange sells half of thirty contracts. */
const thinBooks = async (): Promise<void> => {
  for (const exchange of [A, B] as const) await world.at(exchange).book([[0.39, 500]], [[0.41, 15]])
}

const exit = (type: 'TP' | 'SL', qty: number) => ({
  conditional_order_type: type,
  trigger_order: { qty, buy_flag: false, stop_order_price: type === 'TP' ? 0.5 : 0.3 },
})

/** An order of thirty whose exits wait for their prices. */
const entered = async (asset: string, exits: readonly object[] = [exit('TP', 30), exit('SL', 30)]) => {
  const placed = await baskets.order(asset, { qty: 30, conditional_orders_params: exits })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.pass('30s', 5)
  expect(await world.order(placed.body.svc_order_id)).toMatchObject({ status: 'EXECUTED' })
  const [tp = '', sl = ''] = placed.body.complex_orders.conditional_orders ?? []
  return { id: placed.body.svc_order_id as string, tp, sl }
}

const trade = async (exchange: ExchangeName, buy_flag: boolean, qty: number, market?: string): Promise<void> => {
  const placed = await world.post('/v1/orders', {
    order_type: 'LIMIT',
    time_in_force: 'IOC',
    price: buy_flag ? 0.45 : 0.35,
    qty,
    buy_flag,
    svc_id: baskets.svcIdAt(exchange, market),
    subaccount_id: world.hero.subaccountId,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await world.wait(1)
}

/** The holdings of the account at both exchanges, as these report them. */
const held = async (exchange: ExchangeName, market = world.at(exchange).market): Promise<number> => {
  const { accounts } = await world.at(exchange).ledger()
  const mine = accounts.find(({ id }: { id: string }) => id === 'story')
  return mine.positions.find((one: { market: string }) => one.market === market)?.position ?? 0
}

const nothingIncomplete = () => expect(world.log.filter((line) => line.includes('ExitIncomplete'))).toEqual([])

describe('a bracket on one bet on both exchanges', () => {
  beforeEach(() => thinBooks())

  it('ends when all members are sold manually, and no exit sells a later purchase', async () => {
    const { tp, sl } = await entered(await baskets.sameBet())
    await trade(A, false, 15)
    await trade(B, false, 15)
    await world.pass('75s', 5)
    for (const id of [tp, sl])
      expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
    await baskets.pricesAre(0.4)
    await trade(A, true, 20)
    await trade(B, true, 20)
    await world.pass('40s', 5)
    await baskets.pricesAre(0.28)
    await baskets.watch(60)
    expect([await held(A), await held(B)]).toEqual([20, 20])
    nothingIncomplete()
  })

  it.each([A, B] as const)(
    'shrinks by the manual sale of the member on %s, and sells the rest and no more',
    async (exchange) => {
      const { tp, sl } = await entered(await baskets.sameBet())
      await trade(exchange, false, 15)
      await world.pass('75s', 5)
      for (const id of [tp, sl])
        expect(await baskets.show(id)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 15 })
      await baskets.pricesAre(0.4)
      await trade(exchange, true, 40)
      await world.pass('40s', 5)
      await baskets.pricesAre(0.28)
      await baskets.watch(60)
      expect(await baskets.show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
      expect(await held(exchange)).toBe(40)
      expect(await held(exchange === A ? B : A)).toBe(0)
      nothingIncomplete()
    },
  )

  it.each([A, B] as const)(
    'a bracket that fires before the sale on %s was seen does not sell later purchases',
    async (exchange) => {
      const { sl } = await entered(await baskets.sameBet())
      await world.wait(12)
      await baskets.pricesAre(0.4)
      await trade(exchange, false, 15)
      await trade(exchange, true, 40)
      await world.wait(2)
      await baskets.pricesAre(0.28)
      await world.look()
      await baskets.watch(90)
      expect(await baskets.show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
      expect(await held(exchange)).toBe(40)
      expect(await held(exchange === A ? B : A)).toBe(0)
      nothingIncomplete()
    },
  )
})

describe('a bracket on different bets', () => {
  it('shrinks by each member that is sold, and an exit of a part keeps its part of the others', async () => {
    const { tp, sl } = await entered(await baskets.threeBets(), [exit('TP', 15), exit('SL', 30)])
    await trade(A, false, 10, OTHER_PARTY)
    await world.pass('75s', 5)
    expect(await baskets.show(tp)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 10 })
    expect(await baskets.show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    const legs = await baskets.legs((await baskets.show(tp)).trigger_svc_order_id)
    expect(legs.map(({ traded_qty }) => traded_qty)).toEqual([5, 5])
    await trade(A, true, 10, OTHER_PARTY)
    await baskets.pricesAre(0.28)
    await baskets.watch(60)
    expect(await baskets.show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect([await held(A), await held(A, OTHER_PARTY), await held(B)]).toEqual([0, 0, 0])
  })

  it('keeps its purchase while other shares are sold', async () => {
    await trade(A, true, 25)
    const { sl } = await entered(await baskets.threeBets())
    await trade(A, false, 25)
    await world.pass('75s', 5)
    expect(await baskets.show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 30 })
    await trade(A, false, 4)
    await world.pass('75s', 5)
    expect(await baskets.show(sl)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 26 })
  })
})

it('an exit attached after members were sold takes the remainder', async () => {
  const { id } = await entered(await baskets.threeBets(), [])
  await trade(B, false, 10)
  await world.pass('75s', 5)
  const attach = async () => {
    const placed = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      conditional_order_params: { ...exit('SL', 30), parent_svc_order_id: id },
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(202)
    await world.pass('5s')
    return placed.body.complex_order_id as string
  }
  const first = await attach()
  expect(await baskets.show(first)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
  await world.delete(`/v1/complex-orders/${first}`)
  await trade(A, false, 10)
  await trade(A, false, 10, OTHER_PARTY)
  await world.pass('75s', 5)
  expect(await baskets.show(await attach())).toMatchObject({ status: 'CANCELLED', cancel_reason: 'position_closed' })
})
