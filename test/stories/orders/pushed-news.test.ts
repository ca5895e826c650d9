/** News that an exchange pushes belong to one order of one account, and to none whose answer is still awaited. */

import { beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNTS } from '#adapters/exchanges/accounts.ts'
import { exchangeRegistry } from '#adapters/exchanges/registry.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { money, price, qty } from '#domain/kernel/numbers.ts'
import type { AccountUpdate } from '#ports/work/queues.ts'
import { accountOpener } from '#use-cases/accounts/open-account.ts'
import { dieAfterSave } from '../../support/faults/die-after-save.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()

const open = (exchange: ExchangeName): Promise<void> => startWorld({ exchange, quoted: true })

const report = async (news: AccountUpdate, subaccountId = world.hero.subaccountId): Promise<void> => {
  const { exchange } = world.simulated
  await world.queues.send('sync-account', { subaccountId, exchange, poll: 0, news }, { group: 'news' })
  await world.settle()
}

/** That it traded 4, and ended. */
const newsOf = (identity: string | null, exchangeOrderId: string): AccountUpdate => ({
  fills: [
    {
      identity,
      exchangeOrderId,
      fillId: 'f',
      tradeId: 't',
      nativeId: world.simulated.market,
      at: world.time.now,
      price: price(410_000),
      qty: qty(4_000_000),
      fee: money(0),
      buyFlag: true,
      isMaker: true,
      status: 'FINAL',
    },
  ],
  orders: [{ identity, exchangeOrderId, state: 'ended', filledQty: qty(4_000_000) }],
})

const resting = async (): Promise<{ readonly id: string; readonly exchangeOrderId: string }> => {
  const id = await world.place({ price: 0.41 })
  await world.settle()
  return { id, exchangeOrderId: (await world.order(id)).exchange_order_id }
}

const untouched = { status: 'RESTING', traded_qty: 0, fills: [] }

describe('on EXCHANGE_A', () => {
  beforeEach(() => open('EXCHANGE_A'))

  it('a report about another order with the same identity does not change the order', async () => {
    const { id } = await resting()
    await report(newsOf(id, 'another'))
    expect(await world.order(id)).toMatchObject(untouched)
  })

  it('a report without an identity counts once, also for an order not yet in the index', async () => {
    const bought = await world.place({ price: 0.44, qty: 20 })
    await world.pass('30s')
    expect(await world.order(bought)).toMatchObject({ status: 'EXECUTED', traded_qty: 20 })
    await world.place({ price: 0.6, qty: 20, buy_flag: false, reduce_only: true })
    await world.settle()
    const id = await world.place({ price: 0.44, qty: 4 })
    await world.settle()
    const { live } = world.ports.orders
    const lagging: typeof live = async (...given) => (await live(...given)).filter(({ orderId }) => orderId !== id)
    Object.assign(world.ports.orders, { live: lagging })
    const fills = (await tradesOf(id)).map((fill) => ({ ...fill, identity: null }))
    expect(fills).toHaveLength(1)
    await report({ fills, orders: [] })
    Object.assign(world.ports.orders, { live })
    await world.pass('60s', 2)
    expect(await world.order(id)).toMatchObject({ status: 'EXECUTED', traded_qty: 4, fills: [{ qty: 4 }] })
    const { body } = await world.get('/v1/positions')
    expect(body.subaccount_to_positions[0].positions).toMatchObject([{ position: 24 }])
  })

  it('a report from another account does not change the order', async () => {
    const { id, exchangeOrderId } = await resting()
    const other = (await world.post('/v1/subaccounts', { name: 'other' })).body.subaccount_id
    await report(newsOf(id, exchangeOrderId), other)
    expect(await world.order(id)).toMatchObject(untouched)
  })
})

/** Trades of an order as the exchange reports them. */
const tradesOf = async (orderId: string) => {
  const { exchange } = exchangeRegistry(ACCOUNTS, {
    clock: world.clock,
    log: { info: no, warn: no, error: no, metric: no },
    urls: world.simulated.urls,
    storedMarket: async () => null,
    sleep: async () => undefined,
    elapsed: world.clock,
    httpOf: () => world.http,
  })
  const open = accountOpener({ ...world.ports, after: () => () => undefined })
  const account = (await open(world.hero.subaccountId, 'EXCHANGE_A')) ?? expect.fail()
  const signal = AbortSignal.timeout(10_000)
  const { fills } = await exchange('EXCHANGE_A').fillsSince(account, world.time.now - 60_000, signal)
  const { exchange_order_id } = await world.order(orderId)
  return fills.filter(({ exchangeOrderId }) => exchangeOrderId === exchange_order_id)
}

const no = (): void => undefined

describe('on EXCHANGE_B', () => {
  beforeEach(() => open('EXCHANGE_B'))

  it('a report about an order whose answer is awaited waits for the answer and the poll', async () => {
    dieAfterSave(world)
    const id = await world.place({ price: 0.41 })
    await world.settle()
    const [hash = ''] = (await world.ports.orders.get(id))?.attempt?.exchangeOrderIds ?? []
    await report(newsOf(null, hash))
    expect(await world.order(id)).toMatchObject({ status: 'PROCESSING', traded_qty: 0, exchange_order_id: null })
    await world.pass('2m', 5)
    expect(await world.order(id)).toMatchObject({ status: 'RESTING', traded_qty: 0 })
  })
})
