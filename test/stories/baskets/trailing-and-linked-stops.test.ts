/** Trailing stops and linked stops on custom assets whose members are on both exchanges. */

import { beforeEach, describe, expect, it } from 'vitest'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  await baskets.pricesAre(0.5)
})

const SELLS = { qty: 20, buy_flag: false }

const post = (custom_asset_id: string, params: object) =>
  world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    custom_asset_id,
    conditional_order_params: { conditional_order_type: 'STOP', trigger_order: SELLS, ...params },
  })

const place = async (asset: string, params: object): Promise<string> => {
  const placed = await post(asset, params)
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  await baskets.watch(10)
  return placed.body.complex_order_id
}

const bought = async (asset: string, qty: number): Promise<void> => {
  const id = await baskets.place(asset, { qty })
  await world.pass('30s', 5)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: qty })
}

const sold = async (): Promise<number> =>
  (await world.orders())
    .filter(({ buy_flag, custom_asset_id }: Shown) => !buy_flag && custom_asset_id !== null)
    .reduce((sum: number, { traded_qty }: Shown) => sum + traded_qty, 0)

interface Shown {
  readonly buy_flag: boolean
  readonly custom_asset_id: string | null
  readonly traded_qty: number
}

const makes = {
  'one bet on both exchanges': () => baskets.sameBet(),
  'three bets on both exchanges': () => baskets.threeBets(),
}

describe.each(Object.entries(makes))('on %s, a trailing stop', (_, make) => {
  it('follows the members’ price up, stays as it falls, and sells at its level', async () => {
    const asset = await make()
    await bought(asset, 30)
    const id = await place(asset, { trail_amount: 0.05 })
    expect(await baskets.show(id)).toMatchObject({ status: 'ACTIVE', trail_amount: 0.05, stop_order_price: 0.45 })
    for (const [at, stands] of [
      [0.56, 0.51],
      [0.53, 0.51],
      [0.6, 0.55],
    ] as const) {
      await baskets.pricesAre(at)
      await baskets.watch(10)
      expect(await baskets.show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: stands })
    }
    await baskets.pricesAre(0.55)
    await baskets.watch(40)
    const fired = await baskets.show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.55, trigger_price: 0.55 })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  })

  it('loses nothing of a stored move when the watch is killed', async () => {
    const asset = await make()
    await bought(asset, 30)
    const id = await place(asset, { trail_amount: 0.05 })
    await baskets.pricesAre(0.6)
    await baskets.watch(10)
    await baskets.pricesAre(0.57)
    await world.look(newWatchState())
    await world.pass('5s', 5)
    expect(await baskets.show(id)).toMatchObject({ status: 'ACTIVE', stop_order_price: 0.55 })
    await baskets.pricesAre(0.54)
    await world.look(newWatchState())
    await baskets.watch(40)
    expect(await baskets.show(id)).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.55, trigger_price: 0.54 })
    expect(await sold()).toBe(20)
  })

  it('ends with its filled linked stop, and fires from its level if that filled in part', async () => {
    const asset = await make()
    // EXCHANGE_B takes no less than five contracts of its member.
    await bought(asset, 60)
    const trailing = await place(asset, {
      trail_amount: 0.05,
      trigger_order: { qty: 60, buy_flag: false },
      link_id: 'exit',
    })
    const profit = await place(asset, {
      conditional_order_type: 'REVERSE_STOP',
      stop_order_price: 0.6,
      trigger_order: { qty: 30, buy_flag: false },
      link_id: 'exit',
    })
    await baskets.pricesAre(0.61)
    await baskets.watch(40)
    expect(await baskets.show(profit)).toMatchObject({ status: 'TRIGGERED' })
    expect(await baskets.show(trailing)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 30 })
    expect(await sold()).toBe(30)
    await baskets.pricesAre(0.5)
    await baskets.watch(40)
    expect(await baskets.show(trailing)).toMatchObject({ status: 'TRIGGERED', stop_order_price: 0.56 })
    expect(await sold()).toBe(60)
  })
})

describe.each(Object.entries(makes))('on %s, linked stops', (_, make) => {
  const bracket = async (asset: string) => {
    const stop = await place(asset, { stop_order_price: 0.4, link_id: 'exit' })
    const gain = { conditional_order_type: 'REVERSE_STOP', stop_order_price: 0.6, link_id: 'exit' }
    return { stop, profit: await place(asset, gain) }
  }

  it('end when one of them has filled, whichever it is', async () => {
    const asset = await make()
    await bought(asset, 30)
    const { stop, profit } = await bracket(asset)
    await baskets.pricesAre(0.61)
    await baskets.watch(40)
    expect(await baskets.show(profit)).toMatchObject({ status: 'TRIGGERED', link_id: 'exit' })
    expect(await baskets.show(stop)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    await baskets.pricesAre(0.3)
    await baskets.watch(30)
    expect(await sold()).toBe(20)
  })

  it('sell one quantity together, also when the second fires while the first is under way', async () => {
    const asset = await make()
    await bought(asset, 30)
    const { stop, profit } = await bracket(asset)
    await baskets.pricesAre(0.61)
    await world.look()
    await baskets.pricesAre(0.39)
    await world.look()
    await baskets.watch(60)
    expect(await sold()).toBe(20)
    const ended = await Promise.all([stop, profit].map(async (id) => (await baskets.show(id)).status))
    expect(ended).toContain('TRIGGERED')
    expect(ended).not.toContain('ACTIVE')
  })

  it('leave the other alone when one is cancelled by hand', async () => {
    const asset = await make()
    await bought(asset, 30)
    const { stop, profit } = await bracket(asset)
    await world.delete(`/v1/complex-orders/${stop}`)
    await baskets.watch(5)
    expect(await baskets.show(profit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 20 })
    await baskets.pricesAre(0.61)
    await baskets.watch(40)
    expect(await sold()).toBe(20)
  })
})
