/** Webhooks about protection: its whole life, abandoned exits, and reversed fills. */

import { afterEach, describe, expect, it } from 'vitest'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { playedOn } from '../../support/run/plays.ts'
import { worldOfTest } from '../../support/use-world.ts'

const { world, startWorld } = worldOfTest()
let receiver: Receiver
let webhook = ''

const start = async (exchange: ExchangeName): Promise<void> => {
  await startWorld({ exchange })
  receiver = await startReceiver(world.clock)
  const { status, body } = await world.post('/v1/webhooks', { url: receiver.url })
  expect({ status, body }).toMatchObject({ status: 201 })
  receiver.secret = body.secret
  webhook = `/v1/webhooks/${body.webhook_id}`
  await world.simulated.book([[0.4, 500]], [[0.44, 500]])
}

afterEach(async () => {
  expect(receiver.forged).toEqual([])
  receiver.close()
})

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
  return { entry: placed.body.svc_order_id as string, tp, sl }
}

const show = (id: string) => world.complexOrder(id)

/** Events of an object in sequence; a repeated delivery counts once. */
const reported = (objectId: string): readonly string[] => {
  const events = receiver.received.filter(({ event }) => event.object_id === objectId)
  const once = new Map(events.map(({ id, event }) => [id, event]))
  const sequences = [...once.values()].map(({ sequence }) => sequence)
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other))
  return [...once.values()].map(({ type, data }) => `${type} ${data.status}`)
}

describe.each(playedOn('EXCHANGE_B'))('on %s', (exchange) => {
  it('the whole life of a bracket arrives, each step once and in order, although one delivery fails three times', async () => {
    await start(exchange)
    receiver.first = [204, 500, 503, 429]
    const { entry, tp, sl } = await bracket()
    await world.pass('60s', 2)
    const stop = (await show(sl)).trigger_complex_order_id
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.look()
    await world.pass('180s', 5)

    const { trigger_svc_order_id: sale } = await show(sl)
    const profit = (await show(tp)).trigger_svc_order_id
    expect(reported(tp)).toEqual(['complex_order.updated PENDING', 'complex_order.updated TRIGGERED'])
    expect(reported(sl)).toEqual([
      'complex_order.updated PENDING',
      'complex_order.updated ACTIVE',
      'complex_order.updated TRIGGERED',
    ])
    expect(reported(stop)).toEqual(['complex_order.updated ACTIVE', 'complex_order.updated TRIGGERED'])
    expect(reported(entry).slice(0, 2)).toEqual([
      'order.created PENDING_SUBMISSION',
      'order.updated PENDING_SUBMISSION',
    ])
    expect(reported(entry)).toContain('order.updated EXECUTED')
    expect(reported(profit).at(-1)).toBe('order.updated CANCELLED')
    expect(reported(sale)).toContain('order.updated EXECUTED')
    const data = receiver.received.findLast(({ event }) => event.object_id === sl)?.event.data
    expect(data.conditional_order).toMatchObject({ trigger_svc_order_id: sale, trigger_price: 0.29 })

    const ids = receiver.received.map(({ id }) => id)
    expect(ids.length - new Set(ids).size).toBe(3)
    const { deliveries } = (await world.get(`${webhook}/deliveries?limit=100`)).body
    expect(deliveries.filter(({ status }: { status: string }) => status !== 'DELIVERED')).toEqual([])
  })

  it('an exit that sells nothing is reported once, with its whole remainder', async () => {
    await start(exchange)
    const { sl } = await bracket()
    await world.pass('40s', 2)
    await world.simulated.book([[0.28, 500]], [[0.3, 500]])
    await world.look()
    await world.simulated.book([], [[0.9, 500]])
    await world.pass('180s', 2)
    expect((await show(sl)).exit_incomplete_at).not.toBeNull()
    expect(reported(sl).filter((step) => step.startsWith('complex_order.exit_incomplete'))).toEqual([
      'complex_order.exit_incomplete TRIGGERED',
    ])
    const event = receiver.received.find(({ event: { type } }) => type === 'complex_order.exit_incomplete')?.event
    expect(event.data.complex_order_id).toBe(sl)
    expect(event.data.conditional_order.exit_incomplete_at).not.toBeNull()
    await world.simulated.book([[0.2, 500]], [[0.9, 500]])
    await world.pass('90s', 5)
  })
})

it('a reversed fill is reported after the fill itself, and its exits end', async () => {
  await start('EXCHANGE_B')
  await world.simulated.mode('settlement_fails')
  const { entry, tp, sl } = await bracket()
  await world.pass('90s', 2)
  await world.simulated.mode('open')
  expect(reported(entry).filter((step) => !step.startsWith('order.updated'))).toEqual([
    'order.created PENDING_SUBMISSION',
    'order.filled PROVISIONAL',
    'fill.reversed REVERSED',
  ])
  const [filled, reversed] = ['order.filled', 'fill.reversed'].map(
    (type) => receiver.received.find(({ event }) => event.type === type)?.event.data,
  )
  expect(reversed.exchange_trade_id).toBe(filled.exchange_trade_id)
  expect(reported(entry).at(-1)).toBe('order.updated CANCELLED')
  for (const one of [tp, sl]) expect(reported(one).at(-1)).toBe('complex_order.updated CANCELLED')
  expect((await world.get(`/v1/orders/${entry}`)).body.traded_qty).toBe(0)
})

it('all exits attached to a stop loss’s order or its armed stop are armed with it', async () => {
  await start('EXCHANGE_A')
  const { sl } = await bracket()
  await world.pass('30s', 5)
  const { trigger_complex_order_id: stop } = await show(sl)
  const hang = (parent_complex_order_id: string) =>
    world.post('/v1/complex-orders', {
      subaccount_id: world.hero.subaccountId,
      conditional_order_params: {
        conditional_order_type: 'STOP',
        stop_order_price: 0.1,
        trigger_order: { qty: 1, buy_flag: false },
        parent_complex_order_id,
      },
    })
  const children: string[] = []
  for (let pair = 0; pair < 10; pair += 1) {
    for (const parent of [sl, stop]) children.push((await hang(parent)).body.complex_order_id)
  }
  for (const parent of [sl, stop])
    expect(await hang(parent)).toMatchObject({ status: 409, body: { code: 'too_many_conditionals' } })
  await world.simulated.book([[0.28, 500]], [[0.3, 500]])
  await world.look()
  await world.pass('30s', 5)
  expect(await show(sl)).toMatchObject({ status: 'TRIGGERED' })
  for (const child of children) expect(await show(child)).toMatchObject({ status: 'ACTIVE' })
})
