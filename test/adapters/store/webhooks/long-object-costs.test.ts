/** Cost of further events of an object that has changed thousands of times, such as an order that is amended all day. */

import { describe, expect, it } from 'vitest'
import { deliveryKey, eventsKey } from '#adapters/store/engine/keys.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { outboxChanges, outboxStore } from '#adapters/store/outbox/outbox.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { concludeAttempt, type Delivery, newDelivery } from '#domain/webhooks/delivery.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleOrder, USER, uuidAt } from '../samples.ts'

const OBJECT = uuidAt(NOW, 0xabc)
const WEBHOOK = uuidAt(NOW, 0xe0)
const MANY = 3_000

const eventOf = (version: number): WebhookEvent => ({
  objectId: OBJECT,
  sequence: version * 100,
  userId: USER,
  type: 'order.updated',
  at: NOW,
  previousStatus: 'RESTING',
  subject: { kind: 'order', order: sampleOrder({ version }) },
})

const metered = async () => {
  const { reach } = await freshTable()
  const spent = { units: 0 }
  const onConsumed = ({ total }: { readonly total: number }) => {
    spent.units += total
  }
  return { table: openTable({ ...reach, onConsumed }), spent }
}

describe('the undelivered events of an object', () => {
  const reported = async (table: Table) => {
    await outboxStore(table).put({ objectId: OBJECT, version: 0, userId: USER, events: [eventOf(0)] })
    const row = await table.get(eventsKey(OBJECT, 0))
    await table.putAll(Array.from({ length: MANY }, (_, version) => ({ ...row, ...eventsKey(OBJECT, version) })))
  }

  it.each([1, 30, 200])('are found without the thousands that are: %i', async (fresh) => {
    const { table, spent } = await metered()
    await reported(table)
    const versions = Array.from({ length: fresh }, (_, n) => MANY + n)
    for (const version of versions) await table.write(outboxChanges([eventOf(version)]))
    spent.units = 0
    const pending = await outboxStore(table).pending(OBJECT)
    expect(pending.map(({ version }) => version)).toEqual(versions)
    expect(spent.units).toBeLessThan(25 + fresh)
  })
})

describe('the deliveries of an object that are not over', () => {
  const deliveryOf = (version: number): Delivery => newDelivery(eventOf(version), WEBHOOK, NOW)
  const answered = (delivery: Delivery, status: number): Delivery =>
    concludeAttempt(delivery, { status, error: null, response: '', retryAfterMs: null }, NOW, NOW)

  it('are found without the thousands that are, the one that has failed long ago too', async () => {
    const { table, spent } = await metered()
    const deliveries = deliveryStore(table)
    await deliveries.add([answered(deliveryOf(0), 200)])
    const keyOf = (version: number) => deliveryKey(WEBHOOK, OBJECT, version * 100)
    const row = await table.get(keyOf(0))
    await table.putAll(Array.from({ length: MANY }, (_, version) => ({ ...row, ...keyOf(version) })))
    const failed = answered(deliveryOf(MANY / 2 + 0.5), 503)
    await deliveries.add([failed, deliveryOf(MANY), deliveryOf(MANY + 1)])
    spent.units = 0
    const pending = await deliveries.pending(WEBHOOK, OBJECT)
    expect(pending.map(({ sequence }) => sequence)).toEqual([failed.sequence, MANY * 100, (MANY + 1) * 100])
    expect(spent.units).toBeLessThan(25)
  })
})
