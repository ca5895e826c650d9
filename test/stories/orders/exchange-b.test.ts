/** Peculiarities of EXCHANGE_B: two tokens for one question, settlement after the match, modes, wallets. */

import { beforeEach, describe, expect, it } from 'vitest'
import { MINUTE } from '#domain/kernel/time.ts'
import { delayed } from '#simulators/test/polymarket/simulated.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { positionThere } from '#test/support/ledger/position-there.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { WALLET_KEY } from '../../support/simulators/polymarket.ts'
import { useWorld } from '../../support/use-world.ts'

const world = useWorld({ exchange: 'EXCHANGE_B' })

beforeEach(async () => {
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
})

const market = async (slug: string): Promise<{ readonly svcId: number; readonly nativeId: string }> => {
  const found = await world.get(`/v1/markets/search?q=${slug}`)
  const [first] = found.body.results
  return { svcId: first.svc_id, nativeId: first.condition_id }
}

const account = () => ownAccount(world)

/** YES − NO held at the exchange. */
const position = (nativeId: string = world.simulated.market): Promise<number> => positionThere(world, nativeId)

const buy = (qty: number) => world.place({ order_type: 'MARKET', price: null, qty })
const sell = (qty: number) => world.place({ order_type: 'MARKET', price: null, qty, buy_flag: false })
const settled = async (): Promise<void> => {
  await world.settle()
  await world.pass('10s')
}

describe('a sell', () => {
  it('without YES buys NO, shows as a sell of YES, and makes the position negative', async () => {
    const id = await sell(10)
    await settled()
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 10, average_price: 0.4, buy_flag: false })
    expect(order.fills[0]).toMatchObject({ buy_flag: false, price: 0.4, qty: 10, is_maker: false, status: 'FINAL' })
    expect(await position()).toBe(-10)
  })

  it('a sell above the position goes out in two parts and stays one order', async () => {
    await buy(20)
    await settled()
    const id = await sell(30)
    await settled()
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 30, average_price: 0.4 })
    expect(order.exchange_order_id.split('+')).toHaveLength(2)
    expect(order.fills).toHaveLength(2)
    expect(await position()).toBe(-10)
    const back = await buy(25)
    await settled()
    expect(await world.order(back)).toMatchObject({ status: 'EXECUTED', traded_qty: 25, average_price: 0.44 })
    expect(await position()).toBe(15)
  })

  it('a sell slightly above the position goes out whole on one side', async () => {
    await buy(20)
    await settled()
    const id = await sell(22)
    await settled()
    const order = await world.order(id)
    expect(order).toMatchObject({ status: 'EXECUTED', traded_qty: 22 })
    expect(order.exchange_order_id).not.toContain('+')
    expect(await position()).toBe(-2)
  })

  it('a sell in two parts rests in two parts, and both are cancelled together', async () => {
    await buy(20)
    await settled()
    await world.simulated.book([[0.4, 500]], [])
    const id = await world.place({ qty: 40, price: 0.6, buy_flag: false })
    await world.settle()
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
    await world.simulated.trade(0.6, 5, true)
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'PARTIALLY_FILLED', traded_qty: 5 })
    await world.delete(`/v1/orders/${id}`)
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 5 })
    const resting = (await account()).orders.filter(({ status }: { status: string }) => status === 'resting')
    expect(resting).toEqual([])
  })

  it('a sell that needs two parts cannot be FOK', async () => {
    await buy(20)
    await settled()
    const id = await world.place({ time_in_force: 'FOK', qty: 30, price: 0.4, buy_flag: false })
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'fok_needs_two_parts' })
  })
})

describe('fewer contracts than may rest', () => {
  const IOC = { order_type: 'MARKET', price: null }
  const sl = (qty: number) => ({
    conditional_order_type: 'SL',
    trigger_order: { qty, buy_flag: false, order_type: 'MARKET', stop_order_price: 0.3 },
  })
  const bought = async (qty: number, more: object = {}) => {
    const id = await world.place({ order_type: 'MARKET', price: null, qty, ...more })
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: qty })
    return id
  }

  it('are sold at market, and the position is closed', async () => {
    await bought(8)
    const three = await sell(3)
    await settled()
    expect(await world.order(three)).toMatchObject({ status: 'EXECUTED', traded_qty: 3 })
    const two = await sell(2)
    await settled()
    expect(await world.order(two)).toMatchObject({ status: 'EXECUTED', traded_qty: 2 })
    const { body } = await world.post('/v1/positions/close', { subaccount_id: world.hero.subaccountId })
    await settled()
    const [closing] = body.closing_svc_order_ids
    expect(await world.order(closing)).toMatchObject({ status: 'EXECUTED', traded_qty: 3 })
    expect(await position()).toBe(0)
  })

  it('are sold by the stop that protects the rest of a manual sale', async () => {
    await bought(8, { conditional_orders_params: [sl(8)] })
    await sell(5)
    await settled()
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.watch(10)
    await settled()
    await world.pass('1m', 5)
    expect(await position()).toBe(0)
  })

  it('are sold by the stop that protects a partial fill', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 3]])
    const id = await world.place({ qty: 10, price: 0.44, conditional_orders_params: [sl(10)] })
    await settled()
    await world.delete(`/v1/orders/${id}`)
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 3 })
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.watch(10)
    await settled()
    await world.pass('1m', 5)
    expect(await position()).toBe(0)
  })

  it('are refused in words if they would rest, by the preview too', async () => {
    await bought(8)
    const limit = { qty: 3, price: 0.6, buy_flag: false }
    const id = await world.place(limit)
    await settled()
    const words = { code: 'qty_below_minimum', detail: expect.stringContaining('for orders that rest') }
    expect(await world.order(id)).toMatchObject({ status: 'REJECTED', reject_code: 'qty_below_minimum' })
    const preview = (order: object) =>
      world.post('/v1/orders/preview', {
        subaccount_id: world.hero.subaccountId,
        svc_id: world.svcId(),
        order_type: 'LIMIT',
        buy_flag: false,
        ...order,
      })
    expect((await preview(limit)).body.refusals).toEqual([words])
    expect((await preview({ qty: 3, order_type: 'MARKET' })).body.refusals).toEqual([])
  })

  it('are bought at once for a dollar or more, and not for less', async () => {
    const three = await world.place({ ...IOC, qty: 3 })
    const two = await world.place({ ...IOC, qty: 2 })
    await settled()
    expect(await world.order(three)).toMatchObject({ status: 'EXECUTED', traded_qty: 3, average_price: 0.44 })
    expect(await world.order(two)).toMatchObject({ status: 'REJECTED', reject_code: 'value_below_minimum' })
    expect(await position()).toBe(3)
  })
})

describe('a market that holds back orders that would trade at once', () => {
  const GAME = delayed()
  const svcId = () => world.svcId(GAME.conditionId)
  const resting = async () =>
    (await account()).orders.filter(({ status }: { status: string }) => status === 'resting' || status === 'delayed')

  beforeEach(async () => {
    await world.simulated.book([[0.38, 500]], [[0.4, 7]], GAME.conditionId)
  })

  it('is named in the preview', async () => {
    const { body } = await world.post('/v1/orders/preview', {
      subaccount_id: world.hero.subaccountId,
      svc_id: svcId(),
      order_type: 'MARKET',
      buy_flag: true,
      qty: 7,
    })
    expect(body.warnings).toEqual([{ code: 'held_back', detail: expect.stringContaining('for 3 s') }])
  })

  it('lets the rest of an IOC order rest for at most a second longer, and the order says why it waits', async () => {
    const id = await world.place({ svc_id: svcId(), price: 0.4, qty: 20, time_in_force: 'IOC' })
    await world.pass('2s', 0.5)
    expect(await resting()).toMatchObject([{ status: 'delayed' }])
    expect(await world.order(id)).toMatchObject({ last_error: expect.stringContaining('holds the order back') })
    await world.pass('3s', 0.5)
    expect(await resting()).toEqual([])
    await world.pass('30s', 10)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 7 })
  })
})

describe('a buy that must act now', () => {
  it('takes the requested contracts and no more, however good the price is', async () => {
    const id = await world.place({ time_in_force: 'IOC', qty: 10, price: 0.9 })
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, average_price: 0.44 })
    expect(await position()).toBe(10)
  })

  it('a FOK buy needs its quantity at one price, and whole cents', async () => {
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.44, 10],
        [0.45, 100],
      ],
    )
    const two = await world.place({ time_in_force: 'FOK', qty: 20, price: 0.45 })
    const odd = await world.place({ time_in_force: 'FOK', qty: 9.37, price: 0.45 })
    const whole = await world.place({ time_in_force: 'FOK', qty: 10, price: 0.45 })
    await settled()
    expect(await world.order(two)).toMatchObject({ status: 'REJECTED', reject_code: 'fok_needs_one_price' })
    expect(await world.order(odd)).toMatchObject({ status: 'REJECTED', reject_code: 'fok_not_whole_cents' })
    expect(await world.order(whole)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('a buy below the exchange minimum of one dollar is REJECTED in words', async () => {
    await world.simulated.book([], [[0.1, 500]])
    const id = await world.place({ qty: 5, price: 0.1 })
    await settled()
    const order = await world.order(id)
    expect(order.status).toBe('REJECTED')
    expect(order.reject_reason).toMatch(/one dollar/)
  })
})

describe('a fill', () => {
  it('is PROVISIONAL when it is matched and FINAL when it has settled', async () => {
    const id = await buy(10)
    await world.settle()
    await world.pass('2s')
    expect((await world.order(id)).fills).toMatchObject([{ status: 'PROVISIONAL', qty: 10 }])
    await world.pass('10s')
    const order = await world.order(id)
    expect(order.fills).toMatchObject([{ status: 'FINAL', qty: 10 }])
    // 10 shares × 4 % × 0.44 × 0.56
    expect(order.fees_paid).toBeCloseTo(0.09856, 6)
  })

  it('a fill whose settlement fails is REVERSED, and the order becomes CANCELLED with nothing', async () => {
    await world.simulated.mode('settlement_fails')
    const id = await buy(10)
    await world.settle()
    await world.pass('2s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    await world.pass('30s')
    const order = await world.order(id)
    expect(order).toMatchObject({
      status: 'CANCELLED',
      cancel_reason: 'settlement_failed',
      traded_qty: 0,
      average_price: null,
      fees_paid: 0,
    })
    expect(order.fills).toMatchObject([{ status: 'REVERSED', qty: 10 }])
    expect(await position()).toBe(0)
    await world.simulated.mode('open')
  })
})

describe('a fill whose settlement takes more than an hour', () => {
  const world = useWorld({ exchange: 'EXCHANGE_B', settleAfterMs: 40 * MINUTE })

  it('is followed until it is FINAL, however long ago it was made', async () => {
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const id = await world.place({ order_type: 'MARKET', price: null })
    await world.settle()
    await world.pass('70m', 60)
    expect((await world.order(id)).fills).toMatchObject([{ status: 'PROVISIONAL' }])
    await world.pass('20m', 60)
    expect((await world.order(id)).fills).toMatchObject([{ status: 'FINAL' }])
  })
})

describe('an exchange that restarts', () => {
  it('delays orders and loses none', async () => {
    await world.simulated.mode('restart')
    const waiting = await world.place({ price: 0.41 })
    const now = await world.place({ time_in_force: 'IOC', price: 0.44 })
    await world.settle()
    await world.pass('1m')
    expect(await world.order(waiting)).toMatchObject({ status: 'PROCESSING' })
    expect(await world.order(now)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'too_late', traded_qty: 0 })
    await world.simulated.mode('open')
    await world.pass('1m')
    // For about two minutes it takes post-only orders only, which ours are not.
    expect(await world.order(waiting)).toMatchObject({ status: 'PROCESSING' })
    await world.pass('5m', 5)
    expect(await world.order(waiting)).toMatchObject({ status: 'RESTING' })
  })

  it('an exchange in cancel-only mode still cancels', async () => {
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.simulated.mode('cancel_only')
    await world.delete(`/v1/orders/${id}`)
    await settled()
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
    await world.simulated.mode('open')
  })
})

describe('a market', () => {
  it('a sports market delays the order, and the order fills after the delay', async () => {
    const { svcId, nativeId } = await market('denver-vs-phoenix-2026-11-21')
    await world.simulated.book([[0.4, 500]], [[0.44, 500]], nativeId)
    const id = await world.place({ svc_id: svcId, price: 0.44 })
    await world.settle()
    expect((await world.order(id)).status).toMatch(/RESTING|PROCESSING/)
    await world.pass('20s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it.each([
    ['of a group of exclusive outcomes', 'will-marisol-arvelo-be-the-next-secretary-general-of-the-un-in-2027'],
    ['of Protocol V2', 'recession-by-end-of-2028'],
    ['of Protocol V2 in a group', 'will-the-democratic-party-control-the-house-after-the-2028-election'],
  ])('%s is bought and sold under its own contract', async (_what, slug) => {
    const { svcId, nativeId } = await market(slug)
    await world.simulated.book([[0.4, 500]], [[0.44, 500]], nativeId)
    const bought = await world.place({ svc_id: svcId, price: 0.44 })
    await settled()
    const sold = await world.place({ svc_id: svcId, price: 0.4, buy_flag: false, qty: 10 })
    await settled()
    expect(await world.order(bought)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await world.order(sold)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
    expect(await position(nativeId)).toBe(0)
  })
})

describe('a send whose fate is unknown', () => {
  it('an unknown send that is no longer wanted is cancelled by its hash, and watched for a day', async () => {
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'drop_before', times: 10 })
    // Neither what sells it again nor what adds to it ends before that is certain.
    const dependents = [
      { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.2 } },
      { conditional_order_type: 'STOP', stop_order_price: 0.6, trigger_order: { qty: 10, buy_flag: true } },
    ]
    const id = await world.place({ price: 0.41, conditional_orders_params: dependents })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('5s')
    // Any process can continue with the proof.
    const { attempt } = (await world.ports.orders.get(id)) ?? {}
    expect(attempt?.childObservations.missing).toMatchObject([{ id: attempt?.exchangeOrderIds[0] }])
    await world.pass('90s', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
    expect((await world.ports.orders.get(id))?.watchUntil).not.toBeNull()
    const waiting = (await world.get('/v1/complex-orders?status=PENDING')).body
    expect(waiting.complex_orders.conditional_orders).toHaveLength(2)
    await world.simulated.noFaults()
  })
})

describe('credentials', () => {
  const put = async (body: object) => {
    const subaccount = (await world.post('/v1/subaccounts', { name: 'second' })).body.subaccount_id
    const answer = await world.put(`/v1/subaccounts/${subaccount}/credentials/EXCHANGE_B`, body)
    const stored = await world.get(`/v1/subaccounts/${subaccount}/credentials/EXCHANGE_B`)
    return { answer, stored: stored.status }
  }
  const OTHER = `0x${'7'.repeat(64)}`

  it.each([
    ['a key that is none', { private_key: 'hello', signature_type: 0 }, 'private_key'],
    ['a key beyond the curve', { private_key: `0x${'f'.repeat(64)}`, signature_type: 0 }, 'private_key'],
    [
      'a funder that is no address',
      { private_key: OTHER, signature_type: 2, funder_address: '0x12' },
      'funder_address',
    ],
    ['no funder where one is needed', { private_key: OTHER, signature_type: 1 }, 'funder_address'],
    [
      'a funder where the key itself trades',
      { private_key: OTHER, signature_type: 0, funder_address: '0x1111111111111111111111111111111111111111' },
      'funder_address',
    ],
    ['a signature type there is not', { private_key: OTHER, signature_type: 9 }, 'signature_type'],
  ])('credentials with %s are refused and not stored', async (_what, body, field) => {
    const { answer, stored } = await put(body)
    expect(answer.status).toBe(422)
    expect(answer.body.detail[0].loc).toEqual(['body', field])
    expect(answer.body.detail[0].input).toBeNull()
    expect(JSON.stringify(answer.body)).not.toContain(body.private_key)
    expect(stored).toBe(404)
  })

  it('credentials of a wallet that another subaccount uses are refused', async () => {
    const { answer, stored } = await put({ private_key: WALLET_KEY, signature_type: 0 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'credentials_in_use' } })
    expect(stored).toBe(404)
  })

  it('appear in no log line', async () => {
    await buy(10)
    await settled()
    await put({ private_key: OTHER, signature_type: 1 })
    const text = world.log.join('\n')
    expect(text.length).toBeGreaterThan(100)
    for (const secret of [WALLET_KEY, WALLET_KEY.slice(2), OTHER.slice(2)]) expect(text).not.toContain(secret)
  })
})

describe('an order that waited for the exchange', () => {
  it('a delayed FOK buy never spends its dollars on more contracts than were requested', async () => {
    await world.simulated.mode('cancel_only')
    const id = await world.place({ price: 0.44, qty: 25, time_in_force: 'FOK' })
    await world.pass('3s')
    await world.simulated.book([[0.3, 500]], [[0.4, 500]])
    await world.simulated.mode('open')
    await world.pass('60s')
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 0 })
    expect(await position()).toBe(0)
  })

  it('a delayed order goes out soon after a pause that ends before its time', async () => {
    await world.simulated.mode('post_only')
    const id = await world.place({ price: 0.44, qty: 25 })
    await world.pass('10s')
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING' })
    await world.simulated.mode('open')
    await world.pass('30s')
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 25 })
  })
})

it('an order in two parts that the book shows is not over because reads of single orders find none', async () => {
  await buy(10)
  await settled()
  const id = await world.place({ qty: 30, buy_flag: false, price: 0.6 })
  await world.pass('60s')
  expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  expect((await world.ports.orders.get(id))?.attempt?.exchangeOrderIds).toHaveLength(2)
  await world.simulated.fault({ method: 'GET', path: '^/clob/data/order/', kind: 'status', status: 404, times: 1e6 })
  await world.pass('90s')
  expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  await world.simulated.noFaults()
  await world.pass('60s')
  expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
})

describe('a trade of a token that its market does not have', () => {
  const mirrored = (...markets: string[]) => world.simulated.switches({ mirrored_trades: markets })

  it('delays no other fill, and is stored if it belongs to one of our orders', async () => {
    await mirrored(world.simulated.market)
    const odd = await buy(10)
    await settled()
    const other = await market('bitcoin')
    await world.simulated.book([[0.4, 500]], [[0.44, 500]], other.nativeId)
    const good = await world.place({ svc_id: other.svcId, order_type: 'MARKET', price: null, qty: 10 })
    await settled()
    expect(await world.order(good)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, fills_complete: true })
    expect(await world.order(odd)).toMatchObject({ traded_qty: 10, fills_complete: false })
    expect(world.log.join('\n')).toContain(RECONCILE_LOG.ownTradeUnread)
    await mirrored()
    await world.pass('1m', 5)
    expect(await world.order(odd)).toMatchObject({ status: 'EXECUTED', traded_qty: 10, fills_complete: true })
  })
})
