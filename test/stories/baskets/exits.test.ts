/** Exits of an order on a custom asset: each sells the bought quantity of every member once, and no more. */

import { beforeEach, describe, expect, it } from 'vitest'
import { inThisRun } from '#test/support/run/plays.ts'
import { basketStories, OTHER_PARTY } from '../../support/baskets/stories.ts'
import { startReceiver } from '../../support/receiver.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { World } from '../../support/world.ts'

const A = 'EXCHANGE_A'
const B = 'EXCHANGE_B'

const { world, startWorld } = worldOfTest()
let baskets: ReturnType<typeof basketStories>

beforeEach(async () => {
  await startWorld({ both: true })
  baskets = basketStories(world)
  await baskets.pricesAre(0.4)
})

/** Each exchange sells half of thirty contracts. */
const thinBooks = async (): Promise<void> => {
  for (const exchange of [A, B] as const) await world.at(exchange).book([[0.39, 500]], [[0.41, 15]])
}

const tp = (qty = 30, at = 0.5) => ({ trigger_order: { qty, buy_flag: false, stop_order_price: at } })
const sl = (qty = 30, at = 0.3) => ({ trigger_order: { qty, buy_flag: false, stop_order_price: at } })

const bracket = async (asset: string, conditionals: object[] = [tp(), sl()], qty = 30) => {
  const placed = await baskets.order(asset, { qty, conditional_orders_params: conditionals })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  const [first = '', second = ''] = placed.body.complex_orders.conditional_orders ?? []
  return { id: placed.body.svc_order_id as string, first, second, tp: first, sl: second }
}

/** The entry has filled, and the exits wait for their prices. */
const entered = async (asset: string, conditionals?: object[], qty?: number) => {
  const made = await bracket(asset, conditionals, qty)
  await world.pass('30s', 5)
  expect(await world.order(made.id)).toMatchObject({ status: 'EXECUTED' })
  return made
}

const hang = (params: object, more: object = {}) =>
  world.post('/v1/complex-orders', {
    subaccount_id: world.hero.subaccountId,
    conditional_order_params: params,
    ...more,
  })

/** Net contracts by market, as our own record shows them. */
const held = async (): Promise<Record<string, number>> => {
  const { body } = await world.get('/v1/positions')
  const positions = body.subaccount_to_positions.flatMap(({ positions }: { positions: object[] }) => positions)
  return Object.fromEntries(
    positions.map(({ svc_id, position }: { svc_id: number; position: number }) => [svc_id, position]),
  )
}

const sales = async () =>
  (await world.orders()).filter(
    (order: { buy_flag: boolean; custom_asset_id: string | null }) => !order.buy_flag && order.custom_asset_id !== null,
  )

const sold = async (): Promise<number> =>
  (await sales()).reduce((sum: number, order: { traded_qty: number }) => sum + order.traded_qty, 0)

const sentences = ({ body }: { body: { detail: string | ReadonlyArray<{ msg: string }> } }) =>
  typeof body.detail === 'string' ? body.detail : body.detail.map(({ msg }) => msg)

describe('a bracket on one bet on both exchanges', () => {
  it('takes its profit on both exchanges, and the stop loss ends', async () => {
    const { id, tp: profit, sl: loss } = await entered(await baskets.sameBet())
    expect(await baskets.show(profit)).toMatchObject({
      complex_order_subtype: 'TP',
      status: 'ACTIVE',
      parent_svc_order_id: id,
    })
    expect(await baskets.show(loss)).toMatchObject({
      complex_order_subtype: 'SL',
      status: 'ACTIVE',
      parent_svc_order_id: id,
    })
    const stop = await baskets.show((await baskets.show(profit)).trigger_complex_order_id)
    expect(stop).toMatchObject({ complex_order_subtype: 'REVERSE_STOP', status: 'ACTIVE', stop_order_price: 0.5 })
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    const fired = await baskets.show(profit)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_price: 0.52, trigger_order_qty: 30 })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({
      status: 'EXECUTED',
      traded_qty: 30,
      buy_flag: false,
    })
    expect(await baskets.show(loss)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    expect(Object.values(await held()).filter((position) => position !== 0)).toEqual([])
    expect(await world.look()).toBe(0)
  })

  it('stops its loss, and the take profit ends', async () => {
    const { tp: profit, sl: loss } = await entered(await baskets.sameBet())
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    const fired = await baskets.show(loss)
    expect(fired).toMatchObject({ status: 'TRIGGERED' })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
    expect(await baskets.show(profit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    expect(await sales()).toHaveLength(1)
  })

  it('takes half of it as profit, and the stop loss keeps the rest', async () => {
    const { tp: profit, sl: loss } = await entered(await baskets.sameBet(), [tp(15), sl()])
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    expect(await baskets.show(profit)).toMatchObject({ status: 'TRIGGERED' })
    expect(await baskets.show(loss)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 15 })
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
  })

  it('sells only the purchase of each member, and other shares stay', async () => {
    await world.place({ qty: 40, order_type: 'MARKET', price: null, time_in_force: null })
    await world.pass('30s', 5)
    // All of the entry is bought on EXCHANGE_B.
    await baskets.priceAt(A, 0.45)
    const { sl: loss } = await entered(await baskets.sameBet())
    expect(await held()).toEqual({ [baskets.svcIdAt(A)]: 40, [baskets.svcIdAt(B)]: 30 })
    await baskets.priceAt(B, 0.25)
    await baskets.priceAt(A, 0.28)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await held()).toMatchObject({ [baskets.svcIdAt(A)]: 40 })
    expect(await sold()).toBe(30)
  })

  it('sells on one exchange while the other is away, and the rest when it is back', async () => {
    await thinBooks()
    const { sl: loss } = await entered(await baskets.sameBet())
    expect(await held()).toEqual({ [baskets.svcIdAt(A)]: 15, [baskets.svcIdAt(B)]: 15 })
    await baskets.pricesAre(0.28)
    await world.look()
    await world.at(B).fault({ path: '/book', kind: 'status', status: 500 })
    await world.pass('10m', 10)
    expect(await sold()).toBe(15)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    await world.at(B).noFaults()
    await world.pass('2m', 10)
    expect(await sold()).toBe(30)
    expect(await sales()).toHaveLength(1)
    expect(await baskets.show(loss)).toMatchObject({ exit_incomplete_at: null })
  })

  it('does not sell shares that were already sold manually', async () => {
    await thinBooks()
    const { sl: loss } = await entered(await baskets.sameBet())
    await world.place({ qty: 15, buy_flag: false, order_type: 'MARKET', price: null, time_in_force: null })
    await world.pass('30s', 5)
    await baskets.pricesAre(0.28)
    await baskets.watch(90)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(await sold()).toBe(15)
    expect(Object.values(await held()).filter((position) => position !== 0)).toEqual([])
  })

  it('is not kept from selling by a bid of its own account', async () => {
    const { sl: loss } = await entered(await baskets.makeAsset([baskets.svcIdAt(A)], 'BEST_PRICE'))
    await world.at(A).book([[0.2, 500]], [[0.29, 500]])
    const bid = await world.place({ price: 0.27, qty: 10 })
    await world.pass('5s')
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
    expect(await world.order(bid)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    expect(await sales()).toHaveLength(1)
  })

  it('is as large as the purchase', async () => {
    await world.at(A).book([[0.39, 500]], [[0.41, 6]])
    await world.at(B).book([[0.39, 500]], [[0.41, 6]])
    const { id, tp: profit, sl: loss } = await bracket(await baskets.sameBet())
    await world.pass('60s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 12 })
    for (const exit of [profit, loss])
      expect(await baskets.show(exit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 12 })
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await sold()).toBe(12)
  })

  it('ends if no member was bought', async () => {
    await world.at(A).book([[0.39, 500]], [])
    await world.at(B).book([[0.39, 500]], [])
    // Without a mark a take-profit looks like a stop-loss.
    const named = [
      { ...tp(), conditional_order_type: 'TP' },
      { ...sl(), conditional_order_type: 'SL' },
    ]
    const { id, tp: profit, sl: loss } = await bracket(await baskets.sameBet(), named)
    await world.pass('60s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
    for (const exit of [profit, loss])
      expect(await baskets.show(exit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'parent_not_filled' })
  })

  it('reports a position that cannot be closed', async () => {
    const receiver = await startReceiver(world.clock)
    const { body } = await world.post('/v1/webhooks', { url: receiver.url })
    receiver.secret = body.secret
    const { tp: loss, sl: profit } = await entered(await baskets.sameBet(), [sl(30, 0.3), tp(30, 0.7)])
    await baskets.pricesAre(0.28)
    await world.look()
    await world.at(A).book([], [])
    await world.at(B).book([], [])
    await world.pass('3m', 5)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
    expect((await sales()).map(({ status }: { status: string }) => status).sort()).toEqual([
      ...Array(4).fill('CANCELLED'),
      'PENDING_SUBMISSION',
    ])
    expect(receiver.received.map(({ event }) => event.type)).toContain('complex_order.exit_incomplete')
    // The sibling continues.
    expect(await baskets.show(profit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 30 })
    await baskets.pricesAre(0.2)
    await world.pass('2m', 5)
    expect(await sold()).toBe(30)
    receiver.close()
  })

  it('passes a halt', async () => {
    const { sl: loss } = await entered(await baskets.sameBet())
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: true, max_order_qty: 1 })
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
  })
})

describe('a bracket on different bets', () => {
  it('sells as much of each member as was bought', async () => {
    // One member has offers for a third.
    await world.at(A).book([[0.39, 500]], [[0.41, 4]], OTHER_PARTY)
    const { id, sl: loss } = await bracket(await baskets.threeBets())
    await world.pass('60s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 24 })
    expect(await held()).toEqual({
      [baskets.svcIdAt(A)]: 10,
      [baskets.svcIdAt(A, OTHER_PARTY)]: 4,
      [baskets.svcIdAt(B)]: 10,
    })
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    const fired = await baskets.show(loss)
    expect(fired).toMatchObject({ status: 'TRIGGERED', trigger_price_source: 'mean' })
    expect(await baskets.summed(fired.trigger_svc_order_id)).toMatchObject({ status: 'EXECUTED', traded_qty: 24 })
    expect(Object.values(await held()).filter((position) => position !== 0)).toEqual([])
  })

  it('takes a part of each as profit, and stops the loss of the rest', async () => {
    const { tp: profit, sl: loss } = await entered(await baskets.threeBets(), [tp(15), sl()])
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    const legs = await baskets.legs((await baskets.show(profit)).trigger_svc_order_id)
    expect(legs.map(({ traded_qty }) => traded_qty)).toEqual([5, 5, 5])
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
  })
})

it('a part of a member that is too small to rest is sold with the others, as it acts at once', async () => {
  // On EXCHANGE_B an order below five cannot rest.
  const { tp: profit, sl: loss } = await entered(await baskets.threeBets(), [tp(12), sl()])
  await baskets.pricesAre(0.52)
  await baskets.watch(60)
  expect(await baskets.show(profit)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
  expect(await held()).toEqual({
    [baskets.svcIdAt(A)]: 6,
    [baskets.svcIdAt(A, OTHER_PARTY)]: 6,
    [baskets.svcIdAt(B)]: 6,
  })
  expect(await baskets.show(loss)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 18 })
  await baskets.pricesAre(0.28)
  await baskets.watch(30)
  expect(await sold()).toBe(30)
})

describe('a purchase on EXCHANGE_B', () => {
  beforeEach(() => thinBooks())

  it('is sold when it has settled, and the rest does not wait for it', async () => {
    await startWorld({ both: true, settleAfterMs: 40_000 })
    baskets = basketStories(world)
    await thinBooks()
    const { id, sl: loss } = await bracket(await baskets.sameBet())
    await world.pass('5s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
    await baskets.pricesAre(0.28)
    await world.look()
    await world.settle()
    const { status, trigger_svc_order_id: exit } = await baskets.show(loss)
    expect(status).toBe('TRIGGERED')
    await world.pass('5s')
    expect(await world.order(exit)).toMatchObject({
      qty: 30,
      traded_qty: 15,
      status: 'PARTIALLY_FILLED',
      last_error: 'What was bought of it does not show at the exchange yet.',
    })
    expect(await baskets.legs(exit)).toMatchObject([{ svc_id: baskets.svcIdAt(A), qty: 15, status: 'EXECUTED' }])
    await world.pass('2m', 5)
    expect(await baskets.summed(exit)).toMatchObject({ status: 'EXECUTED', traded_qty: 30 })
    expect(await sales()).toHaveLength(1)
  })

  it('a reversed purchase makes the exits smaller', async () => {
    await world.at(B).mode('settlement_fails')
    const { id, tp: profit, sl: loss } = await bracket(await baskets.sameBet())
    await world.pass('2s')
    expect(await baskets.show(loss)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 30 })
    await world.pass('60s')
    await world.at(B).mode('open')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 15 })
    for (const exit of [profit, loss])
      expect(await baskets.show(exit)).toMatchObject({ status: 'ACTIVE', trigger_order_qty: 15 })
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await sold()).toBe(15)
  })

  it('is sold again when its sale is taken back', async () => {
    const { id, tp: profit } = await entered(await baskets.sameBet())
    await world.at(B).mode('settlement_fails')
    await baskets.pricesAre(0.52)
    await world.look()
    await world.pass('5s')
    expect(await baskets.show(profit)).toMatchObject({ status: 'TRIGGERED' })
    await world.at(B).mode('open')
    await world.pass('90s', 3)
    expect(await sold()).toBe(30)
    const ids: string[] = (await world.order(id)).complex_order_ids.conditional_orders
    for (const exit of ids) expect((await baskets.show(exit)).status, exit).toMatch(/TRIGGERED|CANCELLED/)
    expect(Object.values(await held()).filter((position) => position !== 0)).toEqual([])
  })
})

describe('a stop on a custom asset', () => {
  it('a breakout stop is protected by the exits chained to it', async () => {
    const asset = await baskets.sameBet()
    const breakout = await hang(
      { conditional_order_type: 'STOP', trigger_order: { qty: 30, buy_flag: true }, stop_order_price: 0.5 },
      { custom_asset_id: asset },
    )
    const parent_complex_order_id = breakout.body.complex_order_id
    const chained = await hang({ ...sl(30, 0.45), parent_complex_order_id })
    expect(chained.status, JSON.stringify(chained.body)).toBe(202)
    const loss = chained.body.complex_order_id
    expect(await baskets.show(loss)).toMatchObject({
      status: 'PENDING',
      complex_order_subtype: 'SL',
      custom_asset_id: asset,
      svc_id: null,
      parent_complex_order_id,
    })
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    const { trigger_svc_order_id: entry } = await baskets.show(parent_complex_order_id)
    expect(await world.order(entry)).toMatchObject({
      status: 'EXECUTED',
      complex_order_ids: { conditional_orders: [loss] },
    })
    expect(await baskets.show(loss)).toMatchObject({ status: 'ACTIVE', parent_svc_order_id: entry })
    await baskets.pricesAre(0.4)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
  })

  it('a cancelled stop cancels the exits chained to it', async () => {
    const breakout = await hang(
      { conditional_order_type: 'STOP', trigger_order: { qty: 30, buy_flag: true }, stop_order_price: 0.5 },
      { custom_asset_id: await baskets.sameBet() },
    )
    const parent_complex_order_id = breakout.body.complex_order_id
    const loss = (await hang({ ...sl(30, 0.45), parent_complex_order_id })).body.complex_order_id
    await world.delete(`/v1/complex-orders/${parent_complex_order_id}`)
    await world.pass('30s', 5)
    expect(await baskets.show(loss)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'parent_cancelled' })
  })

  it('adds to its parent once that has filled', async () => {
    const { id } = await entered(await baskets.sameBet(), [])
    const more = await hang({
      conditional_order_type: 'STOP',
      trigger_order: { qty: 50, buy_flag: true },
      stop_order_price: 0.5,
      parent_svc_order_id: id,
    })
    expect(more.status, JSON.stringify(more.body)).toBe(202)
    await baskets.pricesAre(0.52)
    await baskets.watch(30)
    const fired = await baskets.show(more.body.complex_order_id)
    expect(fired.status).toBe('TRIGGERED')
    expect(await world.order(fired.trigger_svc_order_id)).toMatchObject({ buy_flag: true, traded_qty: 50 })
  })
})

describe('an exit attached later', () => {
  it('acts on the existing fills, and takes its type from the current price', async () => {
    const { id } = await entered(await baskets.sameBet(), [])
    const made = await hang({ ...sl(), parent_svc_order_id: id })
    expect(made.status, JSON.stringify(made.body)).toBe(202)
    await world.settle()
    expect(await baskets.show(made.body.complex_order_id)).toMatchObject({
      status: 'ACTIVE',
      complex_order_subtype: 'SL',
    })
    const listed = await world.get(`/v1/complex-orders?parent_svc_order_id=${id}`)
    expect(listed.body.count).toBe(2)
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await sold()).toBe(30)
  })

  it('is refused if it could not act as described', async () => {
    const asset = await baskets.sameBet()
    const { id } = await entered(asset, [])
    const refused = async (params: object, more: object = {}) => {
      const answer = await hang({ parent_svc_order_id: id, ...params }, more)
      return [answer.status, sentences(answer)]
    }
    expect(await refused({ trigger_order: { qty: 30, buy_flag: false, price: 0.6 } })).toEqual([
      422,
      ['Value error, the trigger order on a custom asset must be a MARKET order'],
    ])
    expect(await refused(sl(31))).toEqual([422, ['Value error, an SL must not have more qty than its parent']])
    expect(await refused(sl(), { svc_id: world.svcId() })).toEqual([
      422,
      ['Value error, the parent is on a custom asset, which svc_id does not name'],
    ])
    expect(await refused(sl(), { custom_asset_id: await baskets.threeBets() })).toEqual([
      422,
      ['Value error, the parent is of another custom asset'],
    ])
    const [leg] = await baskets.legs(id)
    expect(await refused({ ...sl(10), parent_svc_order_id: leg?.svc_order_id })).toEqual([
      422,
      [
        'Value error, conditional orders hang on an order on a custom asset as a whole: name that order, not one of its legs',
      ],
    ])
    const sale = await baskets.place(asset, { qty: 10, buy_flag: false })
    await world.pass('30s', 5)
    expect(
      await refused({
        parent_svc_order_id: sale,
        trigger_order: { qty: 10, buy_flag: true, stop_order_price: 0.2 },
      }),
    ).toEqual([
      422,
      ['Value error, an order that sells a custom asset only closes what is held, so there is nothing to leave again'],
    ])
  })

  it('is refused on an order that ended empty', async () => {
    await world.at(A).book([], [])
    await world.at(B).book([], [])
    const { id } = await bracket(await baskets.sameBet(), [])
    await world.pass('60s', 5)
    expect(await hang({ ...sl(), conditional_order_type: 'SL', parent_svc_order_id: id })).toMatchObject({
      status: 409,
      body: { code: 'parent_ended' },
    })
  })

  it('a stranger cannot attach an exit', async () => {
    const { id } = await entered(await baskets.sameBet(), [])
    const key = await world.newKey('admin', '018f0000-0000-7000-8000-00000000abcd')
    const own = (await world.post('/v1/subaccounts', { name: 'theirs' }, { key })).body.subaccount_id
    const stolen = await world.post(
      '/v1/complex-orders',
      { subaccount_id: own, conditional_order_params: { ...sl(), parent_svc_order_id: id } },
      { key },
    )
    expect(stolen).toMatchObject({ status: 404, body: { detail: 'Parent order not found' } })
  })
})

describe('a cancel', () => {
  it('a cancel of one exit leaves the other', async () => {
    const { tp: profit, sl: loss } = await entered(await baskets.sameBet())
    expect((await world.delete(`/v1/complex-orders/${profit}`)).body.cancelled_complex_order_ids).toEqual([profit])
    await baskets.pricesAre(0.52)
    await baskets.watch(15)
    expect(await sales()).toEqual([])
    await baskets.pricesAre(0.28)
    await baskets.watch(30)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED' })
    expect(await sold()).toBe(30)
  })

  it('a cancel of all ends both exits', async () => {
    const { tp: profit, sl: loss } = await entered(await baskets.sameBet())
    await world.post('/v1/complex-orders/cancel-all', { subaccount_id: world.hero.subaccountId })
    await baskets.pricesAre(0.28)
    await baskets.watch(20)
    for (const exit of [profit, loss]) expect(await baskets.show(exit)).toMatchObject({ status: 'CANCELLED' })
    expect(await sales()).toEqual([])
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
      'no message but the sweeper’s',
      (queues) => {
        const own = ['execute-basket', 'advance-contingents']
        queues.copies = (message) => (own.includes(message.queue) && !message.group.endsWith(':swept') ? 0 : 1)
      },
    ],
  ])('%s: what was bought is sold once', async (_, spoil) => {
    spoil(world.queues)
    const { tp: profit, sl: loss } = await bracket(await baskets.sameBet())
    await world.pass('2m', 5)
    await baskets.pricesAre(0.28)
    await baskets.watch(120)
    expect(await baskets.show(loss)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
    expect(await baskets.show(profit)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
    expect(await sold()).toBe(30)
  })

  it.each(['advance-contingents', 'fire-trigger', 'execute-basket'])(
    '%s dies at any step: the purchase is sold once',
    async (queue) => {
      const asset = await baskets.sameBet()
      let before = 0
      for (const when of ['entry', 'exit'] as const) {
        let survived = false
        for (let at = 0; !survived && at < 90; at += inThisRun({ usual: 17, long: 4 })) {
          await baskets.pricesAre(0.4)
          if (when === 'entry') world.killNext(queue, at)
          const { tp: profit, sl: loss } = await bracket(asset)
          await world.pass('60s', 5)
          if (when === 'exit') world.killNext(queue, at)
          await baskets.pricesAre(0.28)
          await baskets.watch(90)
          survived = world.survived || (queue === 'fire-trigger' && when === 'entry')
          const why = `${when} died at ${at}`
          expect(await baskets.show(loss), why).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: null })
          expect(await baskets.show(profit), why).toMatchObject({ status: 'CANCELLED', cancel_reason: 'sibling' })
          expect((await sold()) - before, why).toBe(30)
          before += 30
        }
        expect(survived).toBe(true)
      }
    },
    240_000,
  )
})
