/** Exits of a position that is still held: refusals that pass, and shares that the exchange does not sell yet, end none of them. */

import { expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { worldOfTest } from '#test/support/use-world.ts'

const { world, startWorld } = worldOfTest()

const start = (exchange: ExchangeName, settleAfterMs = 2_000): Promise<void> =>
  startWorld({ exchange, settleAfterMs, quoted: true })

/** Twenty bought at 0.44, to leave at 0.60 or at 0.30. */
const bracket = async () => {
  const placed = await world.postOrder({
    qty: 20,
    buy_flag: true,
    price: 0.44,
    conditional_orders_params: [
      { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } },
      { conditional_order_type: 'SL', trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.3 } },
    ],
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(202)
  const [tp = '', sl = '']: string[] = placed.body.complex_orders.conditional_orders
  return { tp, sl }
}

const entered = async () => {
  const made = await bracket()
  await world.pass('20s', 2)
  return made
}

const falls = async (): Promise<void> => {
  await world.simulated.book([[0.25, 500]], [[0.29, 500]])
  await world.look()
}

const show = (id: string) => world.complexOrder(id)

const lastOrderOf = async (id: string) => world.order((await show(id)).trigger_svc_order_id)

const sold = async (): Promise<number> =>
  (await world.orders())
    .filter((order: { buy_flag: boolean }) => !order.buy_flag)
    .reduce((sum: number, order: { traded_qty: number }) => sum + order.traded_qty, 0)

const alarms = (): number => world.log.filter((line) => line.includes('ExitIncomplete')).length

/** Words of an exchange that are not true for ever. */
const LIES: Readonly<Record<ExchangeName, ReadonlyArray<readonly [number, object]>>> = {
  EXCHANGE_A: [
    [401, { error: { code: 'authentication_error', message: 'authentication_error', details: 'NOT_FOUND' } }],
    [404, { error: { code: 'market_not_found', message: 'market not found' } }],
    [400, { error: { code: 'insufficient_balance', message: 'insufficient balance' } }],
    [400, { error: { code: 'some_new_reason', message: 'some new reason' } }],
    // Also the answer of a paused market (reference, section 6.1).
    [400, { error: { code: 'market_inactive', message: 'market inactive' } }],
  ],
  EXCHANGE_B: [
    [401, { error: 'Unauthorized/Invalid api key' }],
    [404, { error: 'market not found' }],
    [400, { error: 'not enough balance / allowance: the balance is not enough' }],
    [400, { error: 'some new reason' }],
  ],
}
const STORIES = EXCHANGE_NAMES.flatMap((exchange) =>
  LIES[exchange].map(([status, body]) => ({ exchange, status, body })),
)

it.each(STORIES)(
  'a stop-loss that $exchange refuses with $status $body for minutes is reported once, and sells all of it afterwards',
  async ({ exchange, status, body }) => {
    await start(exchange)
    const { sl } = await entered()
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status, body })
    await falls()
    await world.pass('240s', 5)
    expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
    expect(alarms()).toBe(1)
    expect((await world.orders()).length).toBeLessThanOrEqual(7)
    await world.simulated.noFaults()
    await world.pass('75s', 5)
    expect(await sold()).toBe(20)
    expect(await lastOrderOf(sl)).toMatchObject({ status: 'EXECUTED', last_error: null })
  },
)

it.each(STORIES.filter(({ status }) => status !== 400))(
  'an order that $exchange refuses with $status once is sent again; one that is refused twice is REJECTED',
  async ({ exchange, status, body }) => {
    await start(exchange)
    const fault = (times: number) =>
      world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status, body, times })
    for (const order of [{ price: 0.41 }, { order_type: 'MARKET', price: null, time_in_force: 'IOC' }]) {
      await fault(1)
      const once = await world.place(order)
      await world.pass('1s')
      expect(await world.order(once)).toMatchObject({ status: 'PROCESSING', last_error: expect.any(String) })
      await world.pass('15s')
      expect((await world.order(once)).status).toBe(order.price === null ? 'EXECUTED' : 'RESTING')
      await fault(2)
      const twice = await world.place(order)
      await world.pass('15s')
      expect(await world.order(twice)).toMatchObject({
        status: 'REJECTED',
        reject_code: status === 401 ? 'credentials_invalid' : 'market_not_found',
      })
    }
  },
)

it('on EXCHANGE_B a stop-loss and a take-profit keep trying while "sum of matched orders" sticks', async () => {
  await start('EXCHANGE_B')
  await world.simulated.switches({ stuck_matched: 20 })
  const { tp, sl } = await entered()
  await world.pass('60s', 5)
  expect(await show(tp)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  const profit = (await show(tp)).trigger_svc_order_id
  expect(await world.order(profit)).toMatchObject({
    status: 'PROCESSING',
    last_error: expect.stringMatching(/not enough balance/),
  })
  await falls()
  await world.pass('180s', 5)
  expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  expect(alarms()).toBe(2)
  await world.simulated.switches({ stuck_matched: 0 })
  await world.pass('75s', 5)
  expect(await lastOrderOf(sl)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  expect(await sold()).toBe(20)
})

it('on EXCHANGE_B a stop-loss keeps trying while the exchange reads the balance of the wallet as 0', async () => {
  await start('EXCHANGE_B')
  const { sl } = await entered()
  await world.pass('10s', 2)
  await world.simulated.switches({ zero_balances: true })
  await falls()
  await world.pass('180s', 5)
  expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  expect(alarms()).toBe(1)
  await world.simulated.switches({ zero_balances: false })
  await world.pass('75s', 5)
  expect(await lastOrderOf(sl)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  expect(await sold()).toBe(20)
})

it('on EXCHANGE_B a take-profit rests as soon as the sum is right again', async () => {
  await start('EXCHANGE_B')
  await world.simulated.switches({ stuck_matched: 20 })
  const { tp } = await entered()
  await world.pass('60s', 5)
  await world.simulated.switches({ stuck_matched: 0 })
  await world.pass('75s', 5)
  expect(await lastOrderOf(tp)).toMatchObject({ status: 'RESTING', qty: 20 })
})

it('on EXCHANGE_B a protect stop keeps trying while "sum of matched orders" sticks', async () => {
  await start('EXCHANGE_B')
  await world.place({ qty: 20, price: 0.44 })
  await world.pass('20s', 2)
  const placed = await world.postConditional({
    protect: true,
    stop_order_price: 0.3,
    trigger_order: { buy_flag: false },
  })
  const stop: string = placed.body.complex_order_id
  await world.simulated.switches({ stuck_matched: 20 })
  await falls()
  await world.pass('120s', 5)
  expect(await show(stop)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  expect(alarms()).toBe(1)
  await world.simulated.switches({ stuck_matched: 0 })
  await world.pass('75s', 5)
  expect(await lastOrderOf(stop)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
  expect(await sold()).toBe(20)
})

it.each([10, 25])('on EXCHANGE_B a stop-loss sells all of an entry that takes %i s to settle', async (seconds) => {
  await start('EXCHANGE_B', seconds * 1_000)
  const { sl } = await entered()
  await falls()
  await world.pass('120s', 5)
  expect(await sold()).toBe(20)
  expect(await show(sl)).toMatchObject({ exit_incomplete_at: null })
})

it('on EXCHANGE_B a stop-loss on an entry that does not settle is reported, and sells it once it has settled', async () => {
  await start('EXCHANGE_B')
  await world.simulated.switches({ settles_after_ms: null })
  const { sl } = await entered()
  await falls()
  await world.pass('50s', 5)
  expect(alarms()).toBe(0)
  await world.pass('60s', 5)
  expect(await show(sl)).toMatchObject({ status: 'TRIGGERED', exit_incomplete_at: expect.any(String) })
  expect(alarms()).toBe(1)
  await world.pass('600s', 10)
  await world.simulated.switches({ settles_after_ms: 2_000 })
  await world.pass('120s', 5)
  expect(await sold()).toBe(20)
  expect(alarms()).toBe(1)
})

it('on EXCHANGE_B a stop-loss on an entry whose settlement fails ends with it', async () => {
  await start('EXCHANGE_B')
  await world.simulated.switches({ settles_after_ms: 30_000 })
  await world.simulated.mode('settlement_fails')
  const { sl } = await entered()
  await falls()
  await world.pass('180s', 5)
  expect(await lastOrderOf(sl)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
  expect((await world.orders()).filter(({ status }: { status: string }) => status === 'PROCESSING')).toEqual([])
})

it.each(['user', 'market'])(
  'a stop-loss in a market that EXCHANGE_A has paused waits in one order, which its %s ends',
  async (end) => {
    await start('EXCHANGE_A')
    const { sl } = await entered()
    await falls()
    const body = { error: { code: 'market_inactive', message: 'market inactive' } }
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 409, body })
    await world.pass('60m', 10)
    expect((await world.orders()).length).toBeLessThanOrEqual(7)
    expect(alarms()).toBe(1)
    const { svc_order_id: waiting, status } = await lastOrderOf(sl)
    expect(status).toBe('PROCESSING')
    if (end === 'user') await world.delete(`/v1/orders/${waiting}`)
    else await world.simulated.status('closed')
    await world.pass('3m', 5)
    expect(await lastOrderOf(sl)).toMatchObject(
      end === 'user' ? { cancel_reason: 'user' } : { status: 'REJECTED', reject_code: 'market_closed' },
    )
    await world.pass('10m', 10)
    expect((await show(sl)).trigger_svc_order_id).toBe(waiting)
  },
)

const ENDS = EXCHANGE_NAMES.flatMap((exchange) => (['market', 'user'] as const).map((by) => ({ exchange, by })))

it.each(ENDS)('a stop-loss on $exchange that finds no buyer is ended by its $by', async ({ exchange, by }) => {
  await start(exchange)
  const { sl } = await entered()
  await falls()
  await world.simulated.book([], [[0.9, 500]])
  await world.pass('5m', 5)
  const { svc_order_id: waiting, status } = await lastOrderOf(sl)
  expect(status).toBe('PENDING_SUBMISSION')
  if (by === 'market') await world.simulated.status('closed')
  else await world.delete(`/v1/orders/${waiting}`)
  await world.pass('2m', 5)
  expect(await lastOrderOf(sl)).toMatchObject(
    by === 'market' ? { status: 'REJECTED', reject_code: 'market_closed' } : { cancel_reason: 'user' },
  )
  await world.pass('10m', 10)
  expect((await show(sl)).trigger_svc_order_id).toBe(waiting)
})
