/** Sends that arrive on EXCHANGE_B when nobody expects them any more, and parts of which one arrived and the other did not. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import { outboundOrder } from '#domain/orders/send/outbound-order.ts'
import { ownAccount } from '#test/support/ledger/own-account.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { accountOpener } from '#use-cases/accounts/open-account.ts'
import { useWorld } from '../../../support/use-world.ts'

const world = useWorld({ exchange: 'EXCHANGE_B', staleReadsMs: 900, quoted: true })

afterEach(() => world.simulated.noFaults())

/** Delivers long delayed sends now: all parts of the order, or only the ones at `places`. */
const arriveLate = async (orderId: string, places: readonly number[] | null = null): Promise<void> => {
  await world.simulated.noFaults()
  const order = await world.ports.orders.get(orderId)
  if (order === null || order.attempt === null) throw new Error('nothing was ever sent')
  const payload = JSON.parse(order.attempt.payload)
  const parts = payload.parts
    .filter((_: unknown, place: number) => places === null || places.includes(place))
    // The same bytes; without a sender that takes it off the book again at once.
    .map((part: { k: string }) => (part.k === 'IOC_BUY' ? { ...part, k: 'GTC' } : part))
  const attempt = { ...order.attempt, payload: JSON.stringify({ ...payload, parts }) }
  const log = SILENT_LOG
  const { exchange } = exchangeRegistry(ACCOUNTS, {
    clock: world.clock,
    log,
    urls: world.simulated.urls,
    storedMarket: async () => null,
    sleep: async () => undefined,
    elapsed: world.clock,
    httpOf: () => world.http,
  })
  const account = await accountOpener({ ...world.ports, after: () => () => undefined })(
    order.subaccountId,
    order.exchange,
  )
  if (account === null) throw new Error('no credentials')
  const sent = await exchange('EXCHANGE_B').submit(account, outboundOrder(order, attempt), AbortSignal.timeout(10_000))
  expect(sent.kind).toBe('accepted')
}

const resting = async (): Promise<readonly unknown[]> =>
  (await ownAccount(world)).orders.filter(({ status }) => status === 'resting')

/** Sets the outcomes of the next creates, one after another; `ok` lets one through. */
const creates = async (...fates: readonly object[]): Promise<void> => {
  for (const fate of fates) await world.simulated.fault({ ...world.simulated.calls.create, times: 1, ...fate })
}
const ok = { kind: 'delay', delay_ms: 1 }
const lost = { kind: 'drop_before' }
const refused = { kind: 'status', status: 400, body: { error: 'not enough balance / allowance' } }
const killed = { kind: 'status', status: 400, body: { error: 'no orders found to match with FAK order' } }

/** A sell of 40 of which 20 are held: two orders at the exchange. */
const hold20 = async (): Promise<void> => {
  await world.place({ order_type: 'MARKET', price: null, qty: 20 })
  await world.settle()
  await world.pass('10s')
}

describe.each(['404', 'null', 'empty'])('a read of an unknown order that is answered with %s', (unknown_orders) => {
  beforeEach(() => world.simulated.switches({ unknown_orders }))

  it('an order that never arrived is sent again', async () => {
    await creates(lost)
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.pass('1m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('an order that never arrived and is no longer wanted ends', async () => {
    await creates(...Array.from({ length: 10 }, () => lost))
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
  })
})

describe('an order that was given up', () => {
  it('an abandoned order that arrives an hour later is removed from the book', async () => {
    await creates(...Array.from({ length: 10 }, () => lost))
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user' })
    await world.pass('1h', 60)
    await arriveLate(id)
    expect(await resting()).toHaveLength(1)
    await world.pass('3m', 5)
    expect(await resting()).toEqual([])
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 0 })
  })

  it('an abandoned order that trades on arrival counts its trades', async () => {
    await creates(...Array.from({ length: 10 }, () => lost))
    const id = await world.place({ price: 0.44, qty: 10 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('4m', 5)
    await arriveLate(id)
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
  })

  it('an abandoned order that partly trades on arrival counts the trades and leaves the book', async () => {
    await creates(...Array.from({ length: 10 }, () => lost))
    const id = await world.place({ price: 0.42, qty: 10 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('4m', 5)
    await world.simulated.book(
      [[0.4, 500]],
      [
        [0.42, 4],
        [0.44, 500],
      ],
    )
    await arriveLate(id)
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 4 })
  })
})

it('a FOK whose second send is killed is not over while its first one may still arrive', async () => {
  await creates(lost, killed)
  const id = await world.place({ time_in_force: 'FOK', price: 0.44 })
  await world.settle()
  await world.pass('10s')
  expect(await world.order(id)).toMatchObject({ status: 'PROCESSING', traded_qty: 0 })
  await arriveLate(id)
  await world.pass('1m', 5)
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 10 })
})

describe('an order in two parts', () => {
  beforeEach(hold20)

  it('the part that arrives after the order was cancelled is taken off the book', async () => {
    await world.simulated.book([[0.4, 500]], [])
    await creates(ok, lost, ok, lost, ok, lost, ok, lost, ok, lost, ok, lost, ok, lost)
    const id = await world.place({ qty: 40, price: 0.6, buy_flag: false })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED' })
    await arriveLate(id, [1])
    expect(await resting()).toHaveLength(1)
    await world.pass('3m', 5)
    expect(await resting()).toEqual([])
  })

  it('the part that arrives after the other was filled and the rest given up is taken off the book', async () => {
    await creates(ok, lost, ok, lost, ok, lost, ok, lost, ok, lost, ok, lost, ok, lost)
    const id = await world.place({ time_in_force: 'IOC', qty: 40, price: 0.4, buy_flag: false })
    await world.settle()
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 20 })
    await world.simulated.book([[0.38, 500]], [[0.44, 500]])
    await arriveLate(id, [1])
    await world.pass('3m', 5)
    expect(await resting()).toEqual([])
  })

  it('a refusal of the second send of a part says nothing about its first one', async () => {
    await creates(ok, lost, ok, refused)
    const id = await world.place({ time_in_force: 'IOC', qty: 40, price: 0.4, buy_flag: false })
    await world.settle()
    await world.pass('4m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', traded_qty: 20 })
    await world.simulated.book([[0.38, 500]], [[0.44, 500]])
    await arriveLate(id, [1])
    expect(await resting()).toHaveLength(1)
    await world.pass('3m', 5)
    expect(await resting()).toEqual([])
  })

  it('a killed second send of a part says nothing about its first one, and the order stays live', async () => {
    await creates(lost, killed, ok)
    const id = await world.place({ time_in_force: 'IOC', qty: 40, price: 0.4, buy_flag: false })
    await world.settle()
    await world.pass('15s')
    expect((await world.order(id)).status).toBe('PROCESSING')
    await arriveLate(id, [0])
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 40 })
  })

  it('an order whose second send of a part is killed ends with the fills of the other', async () => {
    await creates(lost, killed, ok)
    const id = await world.place({ time_in_force: 'IOC', qty: 40, price: 0.4, buy_flag: false })
    await world.settle()
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'not_filled', traded_qty: 20 })
  })
})

describe.each([
  ['later', { status: 429, body: { error: 'rate limit' } }],
  ['that the engine restarts', { status: 425, body: { error: 'the matching engine is restarting' } }],
])('an order that was taken although the answer said %s', (_, answer) => {
  const lied = { kind: 'drop_after', ...answer }

  it('a taken order that traded at once counts once, and leaves the book', async () => {
    await creates(lied)
    const id = await world.place({ price: 0.44, qty: 20, time_in_force: 'IOC' })
    await world.settle()
    await world.pass('1m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 20, fills_complete: true })
    expect(await resting()).toEqual([])
  })

  it('a taken order is found when it is sent again', async () => {
    await creates(lied)
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.pass('1m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING' })
  })

  it('a taken order that was cancelled meanwhile is removed from the book', async () => {
    await creates(lied, ...Array.from({ length: 10 }, () => ({ kind: 'status', status: 425 })))
    const id = await world.place({ price: 0.41 })
    await world.settle()
    await world.delete(`/v1/orders/${id}`)
    await world.pass('3m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'user', traded_qty: 0 })
    expect(await resting()).toEqual([])
  })
})
