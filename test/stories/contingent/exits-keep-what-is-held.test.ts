/** Exits lose nothing of what their order still holds, however its market was traded, and whoever reads the trades again. */

import { describe, expect, it } from 'vitest'
import type { FillReport } from '#ports/exchanges/exchange-reports.ts'
import { inThisRun } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

const { ask, buyWith, show } = stopDesk(() => world)
const begin = (exchange: 'EXCHANGE_A' | 'EXCHANGE_B'): Promise<void> => startWorld({ exchange, quoted: true })

const trade = async (buyFlag: boolean, qty: number): Promise<string> => {
  const id = await world.place({ price: buyFlag ? 0.44 : 0.4, qty, buy_flag: buyFlag, time_in_force: 'IOC' })
  await world.pass('20s')
  expect(await world.order(id)).toMatchObject({ status: 'EXECUTED' })
  return id
}

const STOP_LOSS = {
  conditional_order_type: 'SL',
  trigger_order: { qty: 20, buy_flag: false, stop_order_price: 0.2 },
}

/** Buys twenty with a stop-loss for all of them. Answers the id of the stop-loss. */
const protectedEntry = async (): Promise<string> => {
  const [stopLoss = ''] = (await buyWith([STOP_LOSS])).ids
  await world.pass('60s')
  return stopLoss
}

const expectWhole = async (stopLoss: string): Promise<void> => {
  const { status, trigger_order_qty: qty } = await show(stopLoss)
  expect({ status, qty }).toEqual({ status: 'ACTIVE', qty: 20 })
  const { body: positions } = await world.get('/v1/positions')
  expect(positions.subaccount_to_positions[0].positions[0].position).toBe(20)
}

describe.each(['EXCHANGE_A', 'EXCHANGE_B'] as const)('on %s a stop-loss stays whole', (exchange) => {
  it('a stop-loss stays whole if the account was short earlier and closed that', async () => {
    await begin(exchange)
    await trade(false, 10)
    await trade(true, 10)
    const stopLoss = await protectedEntry()
    world.pollElsewhere()
    await world.pass('60s')
    await expectWhole(stopLoss)
  })

  it('a stop-loss stays whole if all was sold and rebought before it was attached', async () => {
    await begin(exchange)
    const entry = await trade(true, 20)
    await trade(false, 20)
    await trade(true, 20)
    const placed = await ask({ ...STOP_LOSS, parent_svc_order_id: entry })
    expect(placed.status).toBe(202)
    await world.pass('30s')
    world.pollElsewhere()
    await world.pass('60s')
    await expectWhole(placed.body.complex_order_id)
  })

  it('a stop-loss stays whole if the sale of other shares is pushed before the reads show it', async () => {
    await begin(exchange)
    const stopLoss = await protectedEntry()
    await trade(true, 10)
    const sale = await world.place({ price: 0.6, qty: 10, buy_flag: false })
    await world.pass('15s')
    const order = await world.ports.orders.get(sale)
    if (order?.exchangeOrderId == null) throw new Error('the sale does not rest')
    const { subaccountId, exchangeOrderId, nativeId, qty, attempt } = order
    const fill = {
      fillId: 'pushed',
      tradeId: 'pushed',
      exchangeOrderId,
      nativeId,
      at: world.clock(),
      price: 600_000,
      qty,
      fee: 0,
      buyFlag: false,
      isMaker: true,
      status: 'FINAL',
      identity: exchange === 'EXCHANGE_A' ? (attempt?.identity ?? null) : null,
    } as FillReport & { readonly identity: string | null }
    const news = { fills: [fill], orders: [] }
    await world.queues.send('sync-account', { subaccountId, exchange, poll: 0, news }, { group: 'pushed' })
    world.pollElsewhere()
    await world.pass('10s')
    expect(await world.order(sale)).toMatchObject({ traded_qty: 10 })
    await expectWhole(stopLoss)
  })
})

it('a stop-loss stays whole when two days of trades are reread and only some are known', async () => {
  await begin('EXCHANGE_A')
  const stopLoss = await protectedEntry()
  await trade(true, 10)
  await world.pass('2h', inThisRun({ usual: 300, long: 60 }))
  world.pollElsewhere()
  await world.pass('5m', 10)
  await trade(false, 10)
  await expectWhole(stopLoss)
  await world.pass('25h', inThisRun({ usual: 1_500, long: 300 }))
  await expectWhole(stopLoss)
})
