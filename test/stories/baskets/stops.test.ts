/** Stops on custom assets, from what the members show to the order on all of them: each fires once, on good prices only. */

import { beforeEach, describe, expect, it } from 'vitest'
import { newWatchState } from '#use-cases/price-watch/watch-state.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { useWorld } from '../../support/use-world.ts'
import type { World } from '../../support/world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const world = useWorld({ both: true })
const baskets = basketStories(world)

beforeEach(async () => {
  await baskets.pricesAre(0.4)
})

const ask = (custom_asset_id: string, params: object = {}, more: object = {}) =>
  world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    custom_asset_id,
    conditional_order_params: {
      conditional_order_type: 'STOP',
      trigger_order: { qty: 20, buy_flag: false },
      stop_order_price: 0.3,
      ...params,
    },
    ...more,
  })

const place = async (asset: string, params: object = {}): Promise<string> => {
  const placed = await ask(asset, params)
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  return placed.body.complex_order_id
}

const armed = async (asset: string, params: object = {}): Promise<string> => {
  const id = await place(asset, params)
  await world.settle()
  expect(await baskets.show(id)).toMatchObject({ status: 'ACTIVE' })
  return id
}

/** So many contracts of the asset are held. */
const bought = async (asset: string, qty: number): Promise<void> => {
  const id = await baskets.place(asset, { qty })
  await world.pass('30s', 5)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: qty })
}

/** The orders on the custom asset that stops placed, all of them counted. */
const placedBy = async (buyFlag: boolean) =>
  (await world.orders()).filter(
    (order: { buy_flag: boolean; custom_asset_id: string | null }) =>
      order.buy_flag === buyFlag && order.custom_asset_id !== null,
  )

const BUY = { trigger_order: { qty: 20, buy_flag: true }, stop_order_price: 0.5 }

describe('one bet on both exchanges', () => {
  it('is sold once, at the best price, when the joint price reaches the stop', async () => {
    const asset = await baskets.sameBet()
    await bought(asset, 50)
    const id = await armed(asset)
    expect(await baskets.show(id)).toMatchObject({
      svc_id: null,
      custom_asset_id: asset,
      complex_order_subtype: 'STOP',
    })
    await baskets.watch(10)
    // One of them alone does not move the best bid.
    await baskets.priceAt(B, 0.25)
    await baskets.watch(10)
    expect((await baskets.show(id)).status).toBe('ACTIVE')
    await baskets.priceAt(A, 0.28)
    await baskets.watch(30)
    const fired = await baskets.show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_order_qty: 20 })
    const order = await baskets.summed(fired.trigger_svc_order_id)
    expect(order).toMatchObject({
      custom_asset_id: asset,
      svc_id: null,
      buy_flag: false,
      qty: 20,
      order_type: 'MARKET',
    })
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await placedBy(false)).toHaveLength(1)
  })

  it('is bought when it breaks out, at the mark the record shows', async () => {
    const asset = await baskets.sameBet()
    const id = await armed(asset, BUY)
    await baskets.pricesAre(0.52)
    await baskets.watch(20)
    const fired = await baskets.show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.52, trigger_price_source: 'mid' })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    expect(await placedBy(true)).toHaveLength(1)
  })

  it('continues with the exchange that answers', async () => {
    const id = await armed(await baskets.sameBet(), BUY)
    await world.at(B).fault({ path: '/books$', kind: 'status', status: 500 })
    await baskets.priceAt(A, 0.52)
    await baskets.watch(10)
    expect(await baskets.show(id)).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.52 })
    await world.at(B).noFaults()
    await baskets.watch(40)
  })

  it('continues on markets that still trade, and ends without any', async () => {
    const id = await armed(await baskets.sameBet(), BUY)
    await world.at(A).status('closed')
    await baskets.watch(10)
    expect((await baskets.show(id)).status).toBe('ACTIVE')
    await world.at(B).status('closed')
    await world.at(B).resolve('yes')
    await baskets.watch(70)
    expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
    expect(await world.orders()).toEqual([])
  })

  it('fires at once if the price was already reached', async () => {
    await baskets.pricesAre(0.52)
    const id = await place(await baskets.sameBet(), BUY)
    await world.settle()
    expect((await baskets.show(id)).status).toBe('TRIGGERED')
    await world.pass('30s', 5)
    expect(await placedBy(true)).toHaveLength(1)
  })

  it('takes its type from the price of now', async () => {
    const asset = await baskets.sameBet()
    const untyped = { ...BUY, conditional_order_type: null }
    expect(await baskets.show(await place(asset, untyped))).toMatchObject({ complex_order_subtype: 'STOP' })
    const below = await place(asset, { ...untyped, stop_order_price: 0.3 })
    expect(await baskets.show(below)).toMatchObject({ complex_order_subtype: 'REVERSE_STOP' })
  })

  it('is watched at the last trade on request, even by a new container', async () => {
    await world.at(B).trade(0.41, 5, true)
    await world.pass('5s', 5)
    await world.at(A).trade(0.41, 5, true)
    const id = await armed(await baskets.sameBet(), { ...BUY, trigger_price_type: 'LAST' })
    await baskets.watch(10)
    expect((await baskets.show(id)).status).toBe('ACTIVE')
    await baskets.priceAt(B, 0.52)
    await world.at(B).trade(0.53, 5, true)
    await world.look(newWatchState())
    await world.settle()
    expect(await baskets.show(id)).toMatchObject({ status: 'TRIGGERED', trigger_price_source: 'last_trade' })
    await world.pass('30s', 5)
  })
})

describe('different bets bought evenly', () => {
  it('are watched by the mean of their prices', async () => {
    const id = await armed(await baskets.threeBets(), { ...BUY, trigger_order: { qty: 30, buy_flag: true } })
    await baskets.priceAt(A, 0.6)
    await baskets.watch(10)
    expect((await baskets.show(id)).status).toBe('ACTIVE')
    await baskets.priceAt(B, 0.5)
    await baskets.watch(30)
    const fired = await baskets.show(id)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.5, trigger_price_source: 'mean' })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
  })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'an exchange does not answer',
      () => world.at(B).fault({ path: '/books$', kind: 'status', status: 500 }),
      () => world.at(B).noFaults(),
    ],
    [
      'one is paused',
      () => world.at(A).status('paused', OTHER_PARTY),
      async () => {
        await world.at(A).status('active', OTHER_PARTY)
        // A pause clears the book.
        await baskets.priceAt(A, 0.6, OTHER_PARTY)
      },
    ],
  ])('do not fire while %s, and do when it is over', async (_, fail, mend) => {
    const id = await armed(await baskets.threeBets(), BUY)
    await baskets.watch(5)
    await baskets.pricesAre(0.6)
    await fail()
    await baskets.watch(20)
    expect((await baskets.show(id)).status).toBe('ACTIVE')
    await mend()
    await baskets.watch(20)
    expect((await baskets.show(id)).status).toBe('TRIGGERED')
    await world.pass('30s', 5)
    expect(await placedBy(true)).toHaveLength(1)
  })

  it('end when one market is over: the remaining mean was not requested', async () => {
    await baskets.priceAt(A, 0.9, OTHER_PARTY)
    const id = await armed(await baskets.threeBets())
    await baskets.watch(5)
    await world.at(A).status('closed', OTHER_PARTY)
    await baskets.priceAt(A, 0.2)
    await baskets.priceAt(B, 0.2)
    await baskets.watch(20)
    expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'market_closed' })
    expect(await world.orders()).toEqual([])
  })
})

describe('whatever happens on the way', () => {
  it.each<[string, (queues: World['queues']) => void]>([
    [
      'messages delivered twice',
      (queues) => {
        queues.copies = () => 2
      },
    ],
    [
      'messages delivered three times, late',
      (queues) => {
        queues.copies = () => 3
        queues.delay = (message) => (message.body.length % 5) * 2_000
      },
    ],
    [
      'the first two messages of the trigger lost',
      (queues) => {
        let lost = 0
        queues.copies = (message) => (message.queue === 'fire-trigger' && lost++ < 2 ? 0 : 1)
      },
    ],
    [
      'every message to the order lost but the sweeper’s',
      (queues) => {
        queues.copies = (message) => (message.queue !== 'execute-basket' || message.group.endsWith(':swept') ? 1 : 0)
      },
    ],
  ])('%s: it fires once', async (_, spoil) => {
    const id = await armed(await baskets.sameBet(), BUY)
    spoil(world.queues)
    await baskets.pricesAre(0.52)
    await baskets.watch(60)
    const fired = await baskets.show(id)
    expect(fired.status).toBe('TRIGGERED')
    expect(await placedBy(true)).toMatchObject([{ svc_order_id: fired.trigger_svc_order_id, status: 'EXECUTED' }])
  })

  it.each(['advance-contingents', 'fire-trigger', 'execute-basket'])(
    '%s dies at any step: it fires once',
    async (queue) => {
      const asset = await baskets.sameBet()
      let survived = false
      for (let at = 0; !survived && at < 60; at += inThisRun({ usual: 9, long: 3 })) {
        await baskets.pricesAre(0.4)
        await baskets.watch(5)
        const before = (await placedBy(true)).length
        world.killNext(queue, at)
        const id = await place(asset, BUY)
        await world.pass('15s', 5)
        await baskets.pricesAre(0.52)
        await baskets.watch(45)
        survived = world.survived
        const fired = await baskets.show(id)
        expect(fired.status, `died at ${at}`).toBe('TRIGGERED')
        expect(await baskets.summed(fired.trigger_svc_order_id), `died at ${at}`).toMatchObject({
          status: 'EXECUTED',
          traded_qty: 20,
        })
        expect((await placedBy(true)).length, `died at ${at}`).toBe(before + 1)
      }
      expect(survived).toBe(true)
    },
    120_000,
  )

  it('a cancel and a price at the same moment never both win', async () => {
    const asset = await baskets.sameBet()
    for (const first of ['cancel', 'price'] as const) {
      await baskets.pricesAre(0.4)
      const before = (await placedBy(true)).length
      const id = await armed(asset, BUY)
      await baskets.pricesAre(0.52)
      await world.look()
      if (first === 'price') await world.settle()
      const answer = await world.delete(`/v1/complex-orders/${id}`)
      await world.pass('30s', 5)
      const ended = await baskets.show(id)
      expect(ended.status).toBe(first === 'cancel' ? 'CANCELLED' : 'TRIGGERED')
      expect((await placedBy(true)).length - before).toBe(first === 'cancel' ? 0 : 1)
      expect(answer.body.cancelled_complex_order_ids).toEqual(first === 'cancel' ? [id] : [])
    }
  })

  it('cancel-all ends a stop, even one that is armed a moment later', async () => {
    const id = await place(await baskets.sameBet(), BUY)
    const all = await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    expect(all.body.cancelled_complex_order_ids).toEqual([id])
    await baskets.pricesAre(0.52)
    await baskets.watch(20)
    expect((await baskets.show(id)).status).toBe('CANCELLED')
    expect(await world.orders()).toEqual([])
  })

  it('watching ends with the last stop', async () => {
    const asset = await baskets.sameBet()
    const cancelled = await armed(asset, BUY)
    await armed(asset, BUY)
    expect(await world.look()).toBe(2)
    await world.delete(`/v1/complex-orders/${cancelled}`)
    await baskets.pricesAre(0.52)
    await baskets.watch(10)
    expect(await world.look()).toBe(0)
    await world.pass('30s', 5)
  })
})

it('a webhook receives the stop and the order it places', async () => {
  const receiver = await startReceiver(world.clock)
  const { body } = await world.post('/v1/webhooks', { url: receiver.url })
  receiver.secret = body.secret
  const asset = await baskets.sameBet()
  const id = await armed(asset, BUY)
  await baskets.pricesAre(0.52)
  await baskets.watch(30)
  const { trigger_svc_order_id: orderId } = await baskets.show(id)
  const reported = (objectId: string) =>
    receiver.received.map(({ event }) => event).filter(({ object_id }) => object_id === objectId)
  expect(reported(id).map(({ type, data }) => [type, data.status, data.svc_id, data.custom_asset_id])).toEqual([
    ['complex_order.updated', 'PENDING', null, asset],
    ['complex_order.updated', 'ACTIVE', null, asset],
    ['complex_order.updated', 'TRIGGERED', null, asset],
  ])
  expect(reported(orderId).map(({ type, data }) => [type, data.status])).toEqual([
    ['order.created', 'PENDING_SUBMISSION'],
    ['order.updated', 'PENDING_SUBMISSION'],
    ['order.updated', 'PROCESSING'],
    ['order.updated', 'EXECUTED'],
    // Its fills are complete.
    ['order.updated', 'EXECUTED'],
  ])
  receiver.close()
})

describe('a requested stop', () => {
  const sentences = ({ body }: { body: { detail: string | ReadonlyArray<{ loc: unknown; msg: string }> } }) =>
    typeof body.detail === 'string' ? body.detail : body.detail.map(({ msg }) => msg)

  it('is a MARKET order, attached only to an order or stop on the same asset', async () => {
    const asset = await baskets.sameBet()
    const limit = await ask(asset, { trigger_order: { qty: 20, buy_flag: false, price: 0.2 } })
    expect([limit.status, sentences(limit)]).toEqual([
      422,
      ['Value error, the trigger order on a custom asset must be a MARKET order'],
    ])
    const parent_svc_order_id = await world.place()
    await world.settle()
    const hanging = await ask(asset, { parent_svc_order_id })
    expect([hanging.status, sentences(hanging)]).toEqual([
      422,
      ['Value error, the parent is on one instrument, which custom_asset_id does not name'],
    ])
    const parent_complex_order_id = await armed(asset)
    const chained = await world.postConditional({ ...BUY, parent_complex_order_id })
    expect([chained.status, sentences(chained)]).toEqual([
      422,
      ['Value error, the parent is on a custom asset, which svc_id does not name'],
    ])
  })

  it('is on an asset with members, of that subaccount', async () => {
    const empty = await ask(await baskets.makeAsset([], 'EQUAL'))
    expect(empty).toMatchObject({ status: 409, body: { code: 'custom_asset_empty' } })
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    const asset = await baskets.sameBet()
    const external = await ask(asset, {}, { subaccount_id: other })
    expect([external.status, sentences(external)]).toEqual([
      422,
      ['Value error, the custom asset belongs to another subaccount'],
    ])
  })

  it('is hidden from other users, who can neither use nor cancel it', async () => {
    const asset = await baskets.sameBet()
    const id = await armed(asset)
    const key = await world.newKey('admin', '018f0000-0000-7000-8000-00000000abcd')
    expect((await world.get(`/v1/complex-orders/${id}`, { key })).status).toBe(404)
    expect((await world.delete(`/v1/complex-orders/${id}`, { key })).status).toBe(404)
    expect((await world.get(`/v1/complex-orders?custom_asset_id=${asset}`, { key })).body.count).toBe(0)
    const own = (await world.post('/v1/subaccounts', { name: 'theirs' }, { key })).body.subaccount_id
    const stolen = await world.post(
      '/v1/complex-orders',
      {
        subaccount_id: own,
        custom_asset_id: asset,
        conditional_order_params: { ...BUY, conditional_order_type: 'STOP' },
      },
      { key },
    )
    expect(stolen).toMatchObject({ status: 404, body: { detail: 'Custom asset not found' } })
    expect((await baskets.show(id)).status).toBe('ACTIVE')
  })

  it('is listed by its custom asset, and keeps that asset and its members’ credentials', async () => {
    const asset = await baskets.sameBet()
    const id = await armed(asset)
    const { body } = await world.get(`/v1/complex-orders?custom_asset_id=${asset}`)
    expect(body).toMatchObject({ count: 1, complex_orders: { conditional_orders: [{ complex_order_id: id }] } })
    expect(await world.delete(`/v1/custom-assets/${asset}`)).toMatchObject({
      status: 409,
      body: { code: 'custom_asset_in_use' },
    })
    for (const exchange of [A, B]) {
      const removed = await world.delete(`/v1/subaccounts/${world.hero.subaccountId}/credentials/${exchange}`)
      expect(removed).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    }
    await world.delete(`/v1/complex-orders/${id}`)
    expect((await world.delete(`/v1/custom-assets/${asset}`)).status).toBe(204)
  })

  it('watches and trades the members it was accepted with', async () => {
    const asset = await baskets.sameBet()
    const id = await armed(asset, BUY)
    await world.call('DELETE', `/v1/custom-assets/${asset}/members`, { svc_ids: [baskets.svcIdAt(B)] })
    await baskets.priceAt(B, 0.52)
    await world.at(A).book([], [])
    await baskets.watch(30)
    const fired = await baskets.show(id)
    expect(fired.status).toBe('TRIGGERED')
    expect((await baskets.legs(fired.trigger_svc_order_id)).map(({ svc_id }) => svc_id)).toEqual([baskets.svcIdAt(B)])
  })

  it('is held to the limits of the subaccount when it buys, and ends with them when it fires', async () => {
    const asset = await baskets.sameBet()
    const limits = (set: object) => world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, set)
    const id = await armed(asset, BUY)
    await limits({ max_order_qty: 10 })
    expect(await ask(asset, BUY)).toMatchObject({ status: 409, body: { code: 'risk_limit' } })
    await limits({ halted: true })
    expect(await ask(asset, BUY)).toMatchObject({ status: 409, body: { code: 'trading_halted' } })
    expect((await ask(asset)).status).toBe(202)
    await baskets.pricesAre(0.52)
    await baskets.watch(20)
    expect(await baskets.show(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'risk_limit' })
    expect(await world.orders()).toEqual([])
  })
})
