/** The sent payloads match the OpenAPI document. */

import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/openapi/webhook-events.ts'
import { webhookEventRecords } from '#contract/webhooks/event-records.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import type { WebhookEventType } from '#domain/webhooks/event.ts'
import { basketStories } from '../../support/baskets/stories.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { worldOfTest } from '../../support/use-world.ts'
import type { WorldOptions } from '../../support/world.ts'

const { world, startWorld } = worldOfTest()
let receiver: Receiver
const start = async (options: WorldOptions = {}): Promise<string> => {
  await startWorld(options)
  receiver = await startReceiver(world.clock)
  const { body } = await world.post('/v1/webhooks', { url: receiver.url })
  receiver.secret = body.secret
  return `/v1/webhooks/${body.webhook_id}`
}
afterEach(() => receiver.close())

/** Names of fields, at any depth; `complex_order_ids` has a field for each existing kind, and null has no fields. */
const fieldsOf = (value: unknown, like: unknown): unknown => {
  if (!isObject(value) || !isObject(like)) return null
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'complex_order_ids' ? null : fieldsOf(inner, like[name]),
  ])
  return Object.fromEntries(fields)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every event received of these types fits its schema and has the fields of its example. */
const expectAsDocumented = (types: readonly WebhookEventType[]): void => {
  expect(receiver.forged).toEqual([])
  for (const type of types) {
    const described = Object.entries(WEBHOOK_EVENTS).find(([, event]) => event.type === type)
    const [name, { example }] = described ?? ['', { example: {} }]
    const schema = webhookEventRecords[name as keyof typeof webhookEventRecords]
    const events = receiver.received.map(({ event }) => event).filter((event) => event.type === type)
    expect(events.length, `${type} was sent`).toBeGreaterThan(0)
    expect(v.safeParse(schema, example).issues).toBeUndefined()
    for (const event of events) {
      expect(v.safeParse(schema, event).issues).toBeUndefined()
      expect(fieldsOf(event, example)).toEqual(fieldsOf(example, event))
    }
  }
}

const EXITS = [
  { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
  { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.3 } },
]

describe('the payload of a webhook', () => {
  it('is as documented through the life of a bracket order whose exit is incomplete', async () => {
    const webhook = await start()
    await world.simulated.book([[0.4, 500]], [[0.45, 500]])
    await world.place({ price: 0.45, conditional_orders_params: EXITS })
    await world.pass('15s')
    await world.simulated.book([[0.25, 500]], [[0.9, 500]])
    await world.simulated.trade(0.25, 1, false)
    await world.simulated.book([], [[0.9, 500]])
    // The list of trades is as old as the exchange's cache.
    await world.pass('16s')
    await world.look()
    await world.pass('150s')
    await world.simulated.book([[0.2, 500]], [[0.9, 500]])
    await world.pass('60s', 5)
    await world.post(`${webhook}/test`)
    await world.settle()
    expectAsDocumented([
      'order.updated',
      'order.filled',
      'complex_order.updated',
      'complex_order.exit_incomplete',
      'webhook.test',
    ])
  })

  it('is as documented through the life of a TWAP and of its slices', async () => {
    await start()
    await world.simulated.book([[0.4, 500]], [[0.45, 500]])
    const params = { buy_flag: true, total_qty: 20, duration_s: 60, slices: 2 }
    const where = { subaccount_id: world.hero.subaccountId, svc_id: world.svcId() }
    await world.post('/v1/complex-orders', { ...where, twap_order_params: params })
    await world.pass('90s')
    expectAsDocumented(['order.updated', 'order.filled', 'complex_order.updated'])
    const ends = receiver.received.filter(({ event }) => event.data.status === 'COMPLETED')
    expect(ends.map(({ event }) => event.data.twap_order.filled_qty)).toEqual([20])
  })

  it('is as documented for an order on a custom asset and for its legs', async () => {
    await start({ both: true })
    for (const exchange of EXCHANGE_NAMES) await world.at(exchange).book([[0.4, 500]], [[0.45, 500]])
    const basket = basketStories(world)
    const orderId = await basket.place(await basket.sameBet())
    await world.pass('60s')
    expectAsDocumented(['order.updated', 'order.filled'])
    const ended = receiver.received.map(({ event }) => event).filter(({ data }) => data.status === 'EXECUTED')
    // The legs are reported as separate orders, with their own fills.
    const whole = ended.filter(({ object_id }) => object_id === orderId)
    // The order ends with the exchange's report, before the fills are stored.
    expect(whole.at(-1)).toMatchObject({
      data: { svc_order_id: orderId, parent_svc_order_id: null, fills_complete: true },
    })
    const leg = ended.find(({ object_id }) => object_id !== orderId)?.data
    expect(leg).toMatchObject({ parent_svc_order_id: orderId })
    const filled = receiver.received.filter(({ event }) => event.type === 'order.filled')
    for (const { event } of filled) expect(event.object_id).toBe(leg.svc_order_id)
  })

  it('is as documented when the market of a position is decided and pays', async () => {
    await start()
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.place({ price: 0.44 })
    await world.pass('60s')
    await world.simulated.resolve('yes')
    // An account that only holds is looked at every five minutes.
    await world.pass('6m', 10)
    expectAsDocumented(['market.decided', 'position.settled'])
  })

  it('is as documented when a subaccount is halted and resumed', async () => {
    await start()
    await world.post(`/v1/subaccounts/${world.hero.subaccountId}/halt`)
    await world.put(`/v1/subaccounts/${world.hero.subaccountId}/limits`, { halted: false })
    await world.settle()
    expectAsDocumented(['subaccount.halted', 'subaccount.resumed'])
  })

  it('is as documented when a fill is taken back', async () => {
    await start({ exchange: 'EXCHANGE_B' })
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    await world.simulated.mode('settlement_fails')
    await world.place({ price: 0.44 })
    await world.pass('60s')
    await world.simulated.mode('open')
    expectAsDocumented(['order.updated', 'order.filled', 'fill.reversed'])
  })
})
