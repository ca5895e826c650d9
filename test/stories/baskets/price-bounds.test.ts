/** `max_slippage` and `protection_price` of orders on custom assets. */

import { describe, expect, it } from 'vitest'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

describe('BEST_PRICE', () => {
  const asks = async (): Promise<void> => {
    await world.at(A).book(
      [[0.3, 100]],
      [
        [0.42, 10],
        [0.45, 500],
      ],
    )
    await world.at(B).book(
      [[0.3, 100]],
      [
        [0.43, 10],
        [0.44, 10],
        [0.48, 500],
      ],
    )
  }

  it.each([
    ['the best price of all members', { max_slippage: 0.01 }, 20],
    ['a price', { protection_price: 0.44 }, 30],
    ['the closer of both', { max_slippage: 0.3, protection_price: 0.43 }, 20],
  ])('takes nothing beyond %s, in any round', async (_what, bounds, traded) => {
    await asks()
    const id = await baskets.place(await baskets.sameBet(), { qty: 100, ...bounds })
    await world.settle()
    await world.at(A).book([[0.3, 100]], [[0.45, 500]])
    await world.pass('20s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: traded, ...bounds })
  })

  it('may take more than usual if max_slippage allows it', async () => {
    await world.at(A).book([[0.3, 100]], [[0.42, 10]])
    await world.at(B).book([[0.3, 100]], [[0.43, 10]])
    const id = await baskets.place(await baskets.sameBet(), { qty: 60, max_slippage: 0.1 })
    await world.settle()
    await world.at(A).book([[0.3, 100]], [[0.52, 100]])
    await world.pass('20s')
    expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 60 })
  })

  it('counts max_slippage from the members that take orders', async () => {
    await world.at(A).book([[0.3, 100]], [[0.44, 500]])
    await world.at(B).book([[0.3, 100]], [[0.4, 500]])
    await world.at(B).mode('cancel_only')
    const id = await baskets.place(await baskets.sameBet(), { qty: 20, max_slippage: 0.01 })
    await world.pass('5s')
    await world.at(B).mode('open')
    expect(await baskets.summed(id)).toMatchObject({ status: 'EXECUTED', average_price: 0.44 })
  })

  it('the BEST_PRICE order of a stop stays within the bounds of its trigger order', async () => {
    await asks()
    const { body } = await world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      custom_asset_id: await baskets.sameBet(),
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.2,
        trigger_order: { qty: 100, buy_flag: true, max_slippage: 0.01 },
      },
    })
    await world.settle()
    await baskets.watch(20)
    const stop = await baskets.show(body.complex_order_id)
    expect(stop).toMatchObject({ status: 'TRIGGERED', trigger_order_max_slippage: 0.01 })
    expect(await baskets.summed(stop.trigger_svc_order_id)).toMatchObject({ traded_qty: 20, max_slippage: 0.01 })
  })
})

describe('EQUAL', () => {
  it('counts max_slippage from the best price of each member', async () => {
    const ladder = (at: number) => [
      [at, 10],
      [at + 0.01, 10],
      [at + 0.02, 10],
    ]
    await world.at(A).book([[0.1, 100]], ladder(0.4))
    await world.at(A).book([[0.1, 100]], ladder(0.6), OTHER_PARTY)
    await world.at(B).book([[0.1, 100]], ladder(0.2))
    const id = await baskets.place(await baskets.threeBets(), { qty: 90, max_slippage: 0.01 })
    await world.pass('20s')
    expect(await baskets.summed(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 60 })
  })

  it('skips a member that costs more than the protection_price', async () => {
    await world.at(A).book([[0.1, 100]], [[0.4, 100]])
    await world.at(A).book([[0.1, 100]], [[0.6, 100]], OTHER_PARTY)
    await world.at(B).book([[0.1, 100]], [[0.2, 100]])
    const id = await baskets.place(await baskets.threeBets(), { qty: 60, protection_price: 0.5 })
    await world.pass('20s')
    const order = await baskets.summed(id)
    expect(order).toMatchObject({ status: 'CANCELLED', traded_qty: 40 })
    expect(order.skipped_members).toMatchObject([{ svc_id: baskets.svcIdAt(A, OTHER_PARTY), code: 'no_liquidity' }])
  })
})
