/** Positions and fills over time, through the real handlers, on either simulated exchange. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'
import { elsewhere } from '#test/support/ledger/elsewhere.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { inThisRun } from '#test/support/run/plays.ts'
import { RECONCILE_LOG } from '#use-cases/reconcile/log-messages.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const open = async (exchange: ExchangeName, options: WorldOptions = {}): Promise<void> => {
  await startWorld({ exchange, ...options })
  await world.simulated.book([[0.4, 500]], [[0.5, 500]])
}

interface Caller {
  readonly key: string
  readonly subaccountId: string
}

const groups = async (path: string, caller?: Caller) => {
  const { status, body } = await world.get(path, caller === undefined ? {} : { key: caller.key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.subaccount_to_positions ?? body.subaccount_to_fills
}
/** Positions of the caller’s only subaccount. */
const positions = async (query = '', caller?: Caller) =>
  (await groups(`/v1/positions${query}`, caller))[0]?.positions ?? []
const fills = async (query = '', caller?: Caller) => (await groups(`/v1/fills${query}`, caller))[0]?.fills ?? []

/** Another user of the very same account at the exchange: what they trade was not made through our hero's orders. */
const somebodyElse = async (): Promise<Caller> => {
  const { key, subaccount_id: subaccountId } = await elsewhere(world)
  return { key, subaccountId }
}

const trade = async ({ key, subaccountId }: Caller, order: object): Promise<void> => {
  const placed = await world.post(
    '/v1/orders',
    { order_type: 'LIMIT', time_in_force: 'IOC', subaccount_id: subaccountId, svc_id: world.svcId(), ...order },
    { key },
  )
  if (placed.status !== 202) throw new Error(JSON.stringify(placed.body))
}

const hero = (): Caller => ({ key: world.hero.key, subaccountId: world.hero.subaccountId })

/** Position of the account as the exchange reports it. */
const truth = async () => {
  const mine = await ownAccount(world)
  const held = mine.positions.find(({ market }) => market === world.simulated.market)
  return { cash: mine.cash, position: held?.position ?? 0, fills: mine.fills.length }
}

describe.each(EXCHANGE_NAMES)('a position on %s', (exchange) => {
  it('is closed and opened on the other side by one sale', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('90s', 2)
    await trade(hero(), { qty: 25, price: 0.4, buy_flag: false })
    await world.pass('90s', 2)
    const [position] = await positions()
    const listed = await fills()
    const fees = listed.reduce((sum: number, { fee }: { fee: number }) => sum + Math.round(fee * 1e6), 0) / 1e6
    expect(position).toMatchObject({
      position: -15,
      avg_buy_price: 0.5,
      avg_sell_price: 0.4,
      total_qty_bought: 10,
      total_qty_sold: 25,
      total_fees: fees,
      // Ten were sold ten cents below what they had cost; fifteen are NO at 60 cents, worth 55 now.
      realized_pnl: Math.round((-1 - fees) * 1e6) / 1e6,
      mark_price: 0.45,
      market_value: 8.25,
      unrealized_pnl: -0.75,
    })
    expect((await truth()).position).toBe(-15)
  })

  it('follows the market: its value moves with the book even without trades', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('3m', 5)
    await world.simulated.book([[0.6, 500]], [[0.64, 500]])
    await world.pass('6m', 5)
    expect((await positions())[0]).toMatchObject({ mark_price: 0.62, market_value: 6.2, unrealized_pnl: 1.2 })
  })

  it('an unread position is polled every five minutes, and a read one if older than 15 s', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('5m', 5)
    const sent = () => world.queues.sent.filter(({ queue }) => queue === 'sync-account').length
    const before = sent()
    await world.pass('30m', 180)
    expect(sent() - before).toBeGreaterThanOrEqual(5)
    expect(sent() - before).toBeLessThanOrEqual(6)
    const old = (await positions())[0].as_of
    await world.simulated.book([[0.6, 500]], [[0.64, 500]])
    await world.pass('20s', 5)
    await positions()
    await world.pass('5s')
    const fresh = (await positions())[0]
    expect(Date.parse(fresh.as_of) - Date.parse(old)).toBeGreaterThan(0)
    expect(fresh.mark_price).toBe(0.62)
  })

  it('an account without positions costs one poll an hour', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('3m', 5)
    await trade(hero(), { qty: 10, price: 0.4, buy_flag: false })
    await world.pass('2m', 5)
    const sent = world.queues.sent.length
    await world.pass('3h', 60)
    expect(world.queues.sent.slice(sent).map(({ queue }) => queue)).toEqual(Array(3).fill('sync-account'))
    expect(await positions()).toMatchObject([{ position: 0, market_value: 0, unrealized_pnl: 0, fill_count: 2 }])
  })

  it('counts trades made elsewhere, which are listed without an order of ours', async () => {
    await open(exchange)
    await world.place({ qty: 10, price: 0.5, client_order_id: 'mine' })
    await world.pass('2m', 5)
    const other = await somebodyElse()
    await trade(other, { qty: 6, price: 0.5, buy_flag: true })
    await world.pass('6m', 5)
    const mine = await fills()
    expect(mine).toMatchObject([
      { svc_order_id: null, client_order_id: null, qty: 6, subaccount_id: world.hero.subaccountId },
      { client_order_id: 'mine', qty: 10, svc_order_id: expect.any(String) },
    ])
    expect(await positions()).toMatchObject([{ position: 16, total_qty_bought: 16, fill_count: 2 }])
    // And the other way round: they find what we had traded before they came.
    expect(await fills('', other)).toMatchObject([
      { svc_order_id: expect.any(String), qty: 6, subaccount_id: other.subaccountId },
      { svc_order_id: null, client_order_id: null, qty: 10, subaccount_id: other.subaccountId },
    ])
    expect(await positions('', other)).toMatchObject([{ position: 16, fill_count: 2 }])
    const ids = new Set([...mine, ...(await fills('', other))].map(({ fill_id }: { fill_id: string }) => fill_id))
    expect(ids.size).toBe(2)
  })

  it.each([
    ['yes', 1, 5],
    ['no', 0, -5],
  ] as const)('a position in a market decided with %s is paid and gone', async (outcome, pays, gained) => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    await world.simulated.resolve(outcome)
    await world.pass('6m', 5)
    expect(await groups('/v1/positions')).toEqual([])
    const [position] = await positions('?include_closed=true')
    expect(position).toMatchObject({
      position: 0,
      mark_price: pays,
      market_value: 0,
      unrealized_pnl: 0,
      realized_pnl: Math.round((gained - position.total_fees) * 1e6) / 1e6,
      market_status: 'closed',
      avg_sell_price: null,
    })
    expect((await truth()).position).toBe(0)
    const sent = world.queues.sent.length
    await world.pass('2h', 60)
    expect(world.queues.sent.length - sent).toBeLessThanOrEqual(2)
  })

  it('stays unchanged while the exchange is away, and shows since when', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('3m', 5)
    await world.simulated.fault({ method: 'GET', path: '.', kind: 'drop_before', times: 1e6 })
    await world.simulated.fault({ method: 'POST', path: '/books', kind: 'drop_before', times: 1e6 })
    await world.pass('1m', 5)
    const [last] = await positions()
    await world.simulated.book([[0.6, 500]], [[0.64, 500]])
    await world.pass('5m', 10)
    expect(await positions()).toEqual([last])
    await world.simulated.noFaults()
    await world.pass('2m', 5)
    const [now] = await positions()
    expect(now).toMatchObject({ position: 10, mark_price: 0.62 })
    expect(Date.parse(now.as_of) - Date.parse(last.as_of)).toBeGreaterThan(5 * 60_000)
  })

  it('a position and its fills are hidden from other users', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    const stranger = { key: await world.newKey('read', '019aa5a0-0000-7000-8000-0000000057ba'), subaccountId: '' }
    for (const path of ['/v1/positions', '/v1/fills']) {
      expect(await groups(path, stranger)).toEqual([])
      expect(await groups(`${path}?subaccount_id=${world.hero.subaccountId}`, stranger)).toEqual([])
      expect((await world.get(path, { key: null })).status).toBe(401)
    }
  })

  it('a closed position is deleted with its subaccount, and its polls end', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    await trade(hero(), { qty: 10, price: 0.4, buy_flag: false })
    await world.pass('2m', 5)
    const { subaccountId } = world.hero
    expect((await world.delete(`/v1/subaccounts/${subaccountId}`)).status).toBe(204)
    for (const path of ['/v1/positions?include_closed=true&', '/v1/fills?'])
      expect(await groups(`${path}subaccount_id=${subaccountId}`)).toEqual([])
    await world.pass('5m', 10)
    const sent = world.queues.sent.length
    await world.pass('70m', 60)
    expect(world.queues.sent.length).toBe(sent)
  })

  it('equals the exchange’s position whenever a poll dies', async () => {
    await open(exchange, { staleReadsMs: 900 })
    const before = await truth()
    const other = await somebodyElse()
    for (let step = 0; step < 60; step += inThisRun({ usual: 5, long: 3 })) {
      world.killNext('sync-account', step)
      const caller = step % 2 === 0 ? hero() : other
      await trade(caller, { qty: 5 + (step % 7), price: step % 4 === 0 ? 0.4 : 0.5, buy_flag: step % 4 !== 0 })
      await world.pass('12s', 3)
    }
    await world.pass('10m', 10)
    const after = await truth()
    for (const caller of [hero(), other]) {
      const [position] = await positions('', caller)
      const listed = await fills('?limit=1000', caller)
      expect(listed).toHaveLength(after.fills)
      expect(position).toMatchObject({ position: after.position, fill_count: after.fills })
      expect(conserved(listed, position.position, before.cash)).toBe(after.cash)
    }
  })
})

describe.each(EXCHANGE_NAMES)('a trade made by hand on a sleeping account of %s', (exchange) => {
  /** Two users of one account; the hero has no orders, holds nothing, and sleeps. The other one trades. */
  const tradedWhileIdle = async (): Promise<void> => {
    await open(exchange)
    const other = await somebodyElse()
    await world.pass('3h', 60)
    expect(await world.ports.accountSyncs.get(world.hero.subaccountId, exchange)).toMatchObject({ active: false })
    await trade(other, { qty: 6, price: 0.5, buy_flag: true })
    await world.pass('20s', 2)
  }
  const BY_HAND = { svc_order_id: null, qty: 6 }

  it.each(['/v1/positions', '/v1/fills', '/v1/balances'])('is found because GET %s asks for a poll', async (path) => {
    await tradedWhileIdle()
    const calls = world.exchangeCalls
    expect((await world.get(path)).status).toBe(200)
    // Balances are asked for; the others never wait for an exchange.
    if (path !== '/v1/balances') expect(world.exchangeCalls).toBe(calls)
    await world.settle()
    expect(await fills()).toMatchObject([BY_HAND])
    expect(await positions()).toMatchObject([{ position: 6, fill_count: 1 }])
  })

  it('is found within an hour without a request', async () => {
    await tradedWhileIdle()
    await world.pass('1h', 60)
    expect(await world.ports.fills.list([world.hero.subaccountId], {}, { limit: 9, offset: 0 })).toMatchObject([
      { fill: { orderId: null } },
    ])
  })

  it.runIf(exchange === 'EXCHANGE_A')('is stored after minutes if the exchange shows its order nowhere', async () => {
    await tradedWhileIdle()
    // As on demo: an order that was filled at once cannot be read by its id (Kalshi live reference, section 1.6).
    await world.simulated.fault({ method: 'GET', path: '/portfolio/orders/.+', kind: 'status', status: 404 })
    const none = { orders: [], cursor: '' }
    await world.simulated.fault({
      method: 'GET',
      path: '/portfolio/orders$',
      kind: 'status',
      status: 200,
      body: none,
    })
    await world.get('/v1/fills')
    await world.pass('1m', 10)
    expect(await fills()).toEqual([])
    for (const _ of [1, 2]) {
      await world.pass('6m', 30)
      await world.get('/v1/fills')
    }
    await world.settle()
    expect(await fills()).toMatchObject([BY_HAND])
    await world.simulated.noFaults()
  })

  it.runIf(exchange === 'EXCHANGE_A')('is stored at once if only the list shows its order', async () => {
    await tradedWhileIdle()
    await world.simulated.fault({ method: 'GET', path: '/portfolio/orders/.+', kind: 'status', status: 404 })
    await world.get('/v1/fills')
    await world.settle()
    expect(await fills()).toMatchObject([BY_HAND])
    await world.simulated.noFaults()
  })

  it('is never missing before the time up to which the fill list is complete', async () => {
    await tradedWhileIdle()
    const mine = `?subaccount_id=${world.hero.subaccountId}`
    const [before] = await groups(`/v1/fills${mine}`)
    const [empty] = await groups(`/v1/positions${mine}`)
    expect([before.fills, empty.positions]).toEqual([[], []])
    await world.settle()
    const [after] = await groups(`/v1/fills${mine}`)
    const [held] = await groups(`/v1/positions${mine}`)
    const tradedAt = Date.parse(after.fills[0].exchange_timestamp)
    expect(Date.parse(before.as_of)).toBeLessThan(tradedAt)
    expect(Date.parse(after.as_of)).toBeGreaterThan(Date.parse(before.as_of))
    expect(Date.parse(empty.as_of)).toBeLessThan(tradedAt)
    expect(Date.parse(held.as_of)).toBeGreaterThan(tradedAt)
  })

  it('a nonexistent trade costs one poll in 15 s, however often the owner asks', async () => {
    await open(exchange)
    await world.pass('10m', 10)
    const sent = world.queues.sent.length
    for (let second = 0; second < 60; second += 3) {
      await positions()
      await fills()
      await world.pass('3s')
    }
    expect(world.queues.sent.length - sent).toBe(4)
    await world.pass('1m', 5)
    expect(await world.ports.accountSyncs.get(world.hero.subaccountId, exchange)).toMatchObject({ active: false })
  })

  it('is found by the sweeper if the requested poll dies', async () => {
    await tradedWhileIdle()
    world.killNext('sync-account', 9)
    await fills()
    await world.pass('4m', 10)
    expect(await world.ports.fills.list([world.hero.subaccountId], {}, { limit: 9, offset: 0 })).toHaveLength(1)
  })
})

/** Cash is conserved: payments, receipts, and a dollar deposited for each contract sold short. */
const conserved = (listed: readonly FillRecord[], position: number, cash: number): number => {
  const micros = listed
    .filter(({ status }) => status !== 'REVERSED')
    .reduce(
      (sum, { price, qty, fee, buy_flag }) =>
        sum + (buy_flag ? -1 : 1) * Math.round(price * qty * 1e6) - Math.round(fee * 1e6),
      0,
    )
  return Math.round(cash * 1e6 + micros - Math.max(0, -position) * 1e6) / 1e6
}

interface FillRecord {
  readonly status: string
  readonly price: number
  readonly qty: number
  readonly fee: number
  readonly buy_flag: boolean
}

describe.each(EXCHANGE_NAMES)('the past of an account on %s', (exchange) => {
  it('is fetched page by page when its credentials are stored, whatever dies meanwhile', async () => {
    await open(exchange)
    await world.place({ qty: 300, price: 0.45 })
    await world.pass('5s')
    for (let n = 0; n < 250; n += 1) await world.simulated.trade(0.45, 1, false)
    await world.pass('5m', 10)
    // The polls read at most one hour back from the first one.
    await world.pass('70m', 60)
    const other = await somebodyElse()
    for (const at of [12, 25, 40]) {
      world.killNext('sync-account', at)
      await world.pass('3s')
    }
    await world.pass('5m', 10)
    const [mine, theirs] = [await fills('?limit=1000'), await fills('?limit=1000', other)]
    expect(theirs.map(({ fill_id }: { fill_id: string }) => fill_id)).toEqual(
      mine.map(({ fill_id }: { fill_id: string }) => fill_id),
    )
    expect(theirs).toHaveLength(250)
    expect(theirs.every(({ svc_order_id }: { svc_order_id: unknown }) => svc_order_id === null)).toBe(true)
    const [ours] = await positions()
    expect(await positions('', other)).toEqual([{ ...ours, as_of: expect.any(String) }])
    expect(ours).toMatchObject({ position: 250, fill_count: 250, avg_buy_price: 0.45 })
    const state = await world.ports.accountSyncs.get(other.subaccountId, exchange)
    expect(state).toMatchObject({ history: null, holds: true })
    const { ledgers } = await world.ports.positions.ofSubaccount(other.subaccountId)
    expect(ledgers.map(({ rough, fillsStored }) => [rough, fillsStored])).toEqual([[false, 250]])
  })

  it('a past with late, unordered fills is recounted, and fills unknown to the exchange are logged', async () => {
    await open(exchange)
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    const [told] = (await world.ports.fills.list([world.hero.subaccountId], {}, { limit: 1, offset: 0 })).map(
      ({ fill }) => fill,
    )
    if (told === undefined) throw new Error('no fill')
    const late = { ...told, fillId: 'late', exchangeAt: told.exchangeAt - 1_000, orderId: null, buyFlag: false }
    await world.ports.fills.recordExternal([{ ...late, nativeId: world.simulated.market }], world.time.now)
    const ledger = async () =>
      (await world.ports.positions.ofSubaccount(world.hero.subaccountId)).ledgers.find(
        ({ svcId }) => svcId === told.svcId,
      )
    expect(await ledger()).toMatchObject({ rough: true, fillsStored: 2, held: { position: 0 } })
    for (let looks = 0; looks < 24 && (await ledger())?.rough !== false; looks += 1) await world.pass('15s', 5)
    expect(await ledger()).toMatchObject({ rough: false, fillsStored: 2, held: { position: 0, fillCount: 2 } })
    // No such trade was ever made: the exchange keeps reporting ten, and is believed after a while.
    expect((await positions())[0]).toMatchObject({ position: 0, fill_count: 2 })
    const warned = () => world.log.filter((line) => line.includes(RECONCILE_LOG.positionMismatch)).length
    expect(warned()).toBe(0)
    await world.pass('10m', 10)
    expect(warned()).toBe(1)
    expect((await positions())[0]).toMatchObject({ position: 10, fill_count: 2, unrealized_pnl: -0.5 })
    expect(world.log.filter((line) => line.includes('PositionsDiffer'))).toHaveLength(1)
  })
})

describe('a trade on EXCHANGE_B whose settlement fails', () => {
  it('is provisional, then taken back: it stays in the list and leaves the position', async () => {
    await open('EXCHANGE_B')
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    await world.simulated.mode('settlement_fails')
    await trade(hero(), { qty: 6, price: 0.5, buy_flag: true })
    await world.pass('2s')
    expect((await fills()).map(({ status }: { status: string }) => status)).toEqual(['PROVISIONAL', 'FINAL'])
    expect((await positions())[0].position).toBe(16)
    await world.simulated.mode('open')
    await world.pass('3m', 5)
    expect((await fills()).map(({ status }: { status: string }) => status)).toEqual(['REVERSED', 'FINAL'])
    const [position] = await positions()
    expect(position).toMatchObject({ position: 10, total_qty_bought: 10, fill_count: 1 })
    expect(position.realized_pnl).toBe(-position.total_fees)
    expect((await truth()).position).toBe(10)
  })

  it('a failed trade made elsewhere is followed the same way', async () => {
    await open('EXCHANGE_B')
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    const other = await somebodyElse()
    await world.pass('2m', 5)
    await world.simulated.mode('settlement_fails')
    await trade(other, { qty: 6, price: 0.5, buy_flag: true })
    await world.pass('3m', 5)
    await world.simulated.mode('open')
    await world.pass('3m', 5)
    expect(await fills()).toMatchObject([{ status: 'REVERSED', svc_order_id: null }, { status: 'FINAL' }])
    expect(await positions()).toMatchObject([{ position: 10, fill_count: 1 }])
  })
})

describe('the list of fills', () => {
  it('is paged and filtered over all subaccounts as one sequence', async () => {
    await open('EXCHANGE_A')
    const times: string[] = []
    for (let n = 0; n < 5; n += 1) {
      await trade(hero(), { qty: n + 1, price: 0.5, buy_flag: true })
      await world.pass('20s', 2)
      times.push((await fills())[0].exchange_timestamp)
    }
    const sizes = async (query: string) => (await fills(query)).map(({ qty }: { qty: number }) => qty)
    expect(await sizes('')).toEqual([5, 4, 3, 2, 1])
    expect(await sizes('?limit=2')).toEqual([5, 4])
    expect(await sizes('?limit=2&offset=2')).toEqual([3, 2])
    expect(await sizes('?limit=2&offset=9')).toEqual([])
    expect(await sizes(`?start_time=${times[3]}`)).toEqual([5, 4])
    expect(await sizes(`?end_time=${times[3]}`)).toEqual([3, 2, 1])
    expect(await sizes(`?start_time=${times[1]}&end_time=${times[3]}`)).toEqual([3, 2])
    expect(await sizes(`?start_time=${times[3]}&end_time=${times[1]}`)).toEqual([])
    expect(await sizes(`?svc_id=${world.svcId()}&limit=1&offset=4`)).toEqual([1])
    expect(await groups('/v1/fills?svc_id=1')).toEqual([])
    expect(await groups(`/v1/fills?svc_id=1&subaccount_id=${world.hero.subaccountId}`)).toEqual([
      { subaccount_id: world.hero.subaccountId, as_of: expect.any(String), fills: [] },
    ])
    expect(await groups('/v1/fills?subaccount_id=019aa5a0-0000-7000-8000-00000000ffff')).toEqual([])
    expect((await world.get('/v1/fills?limit=0')).status).toBe(422)
    expect((await world.get('/v1/positions?include_closed=perhaps')).status).toBe(422)
  })
})

it('the time of the lists advances without the credentials of one exchange', async () => {
  await startWorld({ both: true })
  // Both accounts sleep until their next regular poll.
  await world.pass('10m', 30)
  const gone = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_B`
  expect(await world.delete(gone)).toMatchObject({ status: 204 })
  await world.pass('1m', 5)
  const deletedAt = world.time.now
  const mine = `?subaccount_id=${world.hero.subaccountId}`
  const timesOf = async () => [
    (await groups(`/v1/positions${mine}`))[0].as_of,
    (await groups(`/v1/fills${mine}`))[0].as_of,
  ]
  await timesOf()
  await world.settle()
  await world.pass('2m', 10)
  for (const asOf of await timesOf()) expect(Date.parse(asOf)).toBeGreaterThan(deletedAt - 60_000)
})

describe('credentials of another wallet of the same key', () => {
  /** A wallet that the key of the story signs for, beside its own. */
  const otherWallet = () => ({
    ...world.simulated.credentials,
    signature_type: 1,
    funder_address: `0x${'7'.repeat(40)}`,
  })
  const path = () => `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_B`

  it('are refused while the first wallet has live orders or fills', async () => {
    await open('EXCHANGE_B')
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const id = await world.place({ price: 0.41, qty: 10 })
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    await world.pass('10s')
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 409, body: { code: 'live_orders' } })
    expect(await world.put(path(), world.simulated.credentials)).toMatchObject({ status: 200 })
    await world.simulated.trade(0.41, 10, false)
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 409, body: { code: 'account_has_history' } })
    expect((await world.delete(path())).status).toBe(204)
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 409, body: { code: 'account_has_history' } })
    expect(await world.put(path(), world.simulated.credentials)).toMatchObject({ status: 200 })
  })

  it('are taken before the first trade', async () => {
    await open('EXCHANGE_B')
    await world.pass('1m', 5)
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 200 })
    await world.pass('1m', 5)
    expect((await world.get(path())).status).toBe(200)
  })

  it('are no reason to refuse the same wallet again before its account was polled, also when the poll comes at that moment', async () => {
    await open('EXCHANGE_B')
    const { body } = await world.post('/v1/subaccounts', { name: 'newcomer' })
    const there = `/v1/subaccounts/${body.subaccount_id}/credentials/EXCHANGE_B`
    const wallet = await world.simulated.newWallet()
    const { credentials } = world.ports
    const { put } = credentials
    expect((await world.put(there, wallet)).status).toBe(200)
    const whileItIsPolled: typeof put = async (...record) => {
      Object.assign(credentials, { put })
      await world.pass('5s')
      return put(...record)
    }
    Object.assign(credentials, { put: whileItIsPolled })
    expect(await world.put(there, wallet)).toMatchObject({ status: 200 })
    expect(await world.put(there, { ...wallet, auto_redeem: true })).toMatchObject({
      status: 200,
      body: { auto_redeem: true },
    })
  })

  it('are distinguished even if the account was stored without its wallet', async () => {
    await open('EXCHANGE_B')
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    const state = await world.ports.accountSyncs.get(world.hero.subaccountId, 'EXCHANGE_B')
    if (state === null) throw new Error('the account is not polled')
    const [account = null] = state.account?.split(':') ?? []
    await world.ports.accountSyncs.save({ ...state, account })
    await world.pass('10m', 30)
    const after = await world.ports.accountSyncs.get(world.hero.subaccountId, 'EXCHANGE_B')
    expect(after).toMatchObject({ account: state.account, history: null })
    expect(await world.put(path(), otherWallet())).toMatchObject({ status: 409, body: { code: 'account_has_history' } })
  })
})

describe('credentials', () => {
  it('credentials of another account are refused if the first one has fills', async () => {
    await open('EXCHANGE_B')
    const path = `/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_B`
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    const another = { ...world.simulated.credentials, private_key: `0x${'11'.repeat(32)}` }
    expect(await world.put(path, another)).toMatchObject({ status: 409, body: { code: 'account_has_history' } })
    expect((await world.delete(path)).status).toBe(204)
    expect(await world.put(path, another)).toMatchObject({ status: 409, body: { code: 'account_has_history' } })
    expect((await world.put(path, world.simulated.credentials)).status).toBe(200)
  })

  it('deleted credentials leave the known data, and end all polls', async () => {
    await open('EXCHANGE_A')
    await trade(hero(), { qty: 10, price: 0.5, buy_flag: true })
    await world.pass('2m', 5)
    await world.delete(`/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`)
    await world.pass('70m', 60)
    const sent = world.queues.sent.length
    await world.pass('1h', 60)
    expect(world.queues.sent.length).toBe(sent)
    const calls = world.exchangeCalls
    expect(await positions()).toMatchObject([{ position: 10 }])
    await world.settle()
    expect(world.exchangeCalls).toBe(calls)
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/credentials/EXCHANGE_A`, world.simulated.credentials)
    await world.simulated.book([[0.6, 500]], [[0.64, 500]])
    await world.pass('2m', 5)
    expect(await positions()).toMatchObject([{ position: 10, mark_price: 0.62 }])
  })
})
