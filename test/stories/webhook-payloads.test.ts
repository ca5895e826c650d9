/** What receivers are really sent is what the OpenAPI document says they are sent. */

import * as v from 'valibot'
import { afterEach, describe, expect, it } from 'vitest'
import { WEBHOOK_EVENTS } from '#contract/openapi/webhook-events.ts'
import { webhookEventRecords } from '#contract/webhook-event-records.ts'
import type { WebhookEventType } from '#domain/webhook-event.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startWorld, type World, type WorldOptions } from '../support/world.ts'

let world: World
let receiver: Receiver
const start = async (options: WorldOptions = {}): Promise<string> => {
  world = await startWorld(options)
  receiver = await startReceiver(world.clock)
  const { body } = await world.post('/v1/webhooks', { url: receiver.url })
  receiver.secret = body.secret
  return `/v1/webhooks/${body.webhook_id}`
}
afterEach(async () => {
  receiver.close()
  await world.stop()
})

/** Names of fields, at any depth; `complex_order_ids` has a field for each kind of which there are any. */
const fieldsOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'complex_order_ids' ? null : fieldsOf(inner),
  ])
  return Object.fromEntries(fields)
}

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
      expect(fieldsOf(event)).toEqual(fieldsOf(example))
    }
  }
}

const EXITS = [
  { conditional_order_type: 'TP', trigger_order: { qty: 10, buy_flag: false, price: 0.6 } },
  { conditional_order_type: 'SL', trigger_order: { qty: 10, buy_flag: false, stop_order_price: 0.3 } },
]

describe('the payload of a webhook', () => {
  it('is as documented through the life of a bracket order whose exit is given up', async () => {
    const webhook = await start()
    await world.venue.book([[0.4, 500]], [[0.45, 500]])
    await world.place({ price: 0.45, conditional_orders_params: EXITS })
    await world.pass('15s')
    await world.venue.book([[0.25, 500]], [[0.9, 500]])
    await world.venue.trade(0.25, 1, false)
    await world.venue.book([], [[0.9, 500]])
    await world.look()
    await world.pass('150s')
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

  it('is as documented when a fill is taken back', async () => {
    await start({ exchange: 'EXCHANGE_B' })
    await world.venue.book([[0.4, 500]], [[0.44, 500]])
    await world.venue.mode('settlement_fails')
    await world.place({ price: 0.44 })
    await world.pass('60s')
    await world.venue.mode('open')
    expectAsDocumented(['order.updated', 'order.filled', 'fill.reversed'])
  })
})
