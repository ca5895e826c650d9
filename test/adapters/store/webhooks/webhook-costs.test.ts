/** Cost of events: none for a user without a webhook, one row with each change for others. */

import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { claim } from '#domain/orders/transitions/claim.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleFill, sampleOrder, uuidAt } from '../samples.ts'

const lifeOf = async (subscriberState: { readonly knows: null } | null) => {
  let spent = 0
  const { reach } = await freshTable()
  const table = openTable({
    ...reach,
    onConsumed: ({ total }) => {
      spent += total
    },
  })
  const orders = orderStore(table)
  const order = sampleOrder({ subscriberState })
  await orders.create(order)
  const read = async () => {
    const stored = await orders.get(order.orderId)
    if (stored === null) throw new Error('the order is gone')
    return stored
  }
  const claimed = claim(
    await read(),
    { token: uuidAt(NOW, 5), until: NOW + 60_000 },
    { number: 1, identity: uuidAt(NOW, 6), payload: '{}', exchangeOrderIds: [] },
    NOW + 200,
  )
  await orders.save(claimed, [])
  await orders.save(await read(), [sampleFill(order, 1), sampleFill(order, 2)])
  return { spent, order, batches: await outboxStore(table).pending(order.orderId) }
}

describe('an order', () => {
  it('an order without listeners has no events, and costs as much as if there were no webhooks', async () => {
    const { spent, batches } = await lifeOf(null)
    expect(batches).toEqual([])
    // Created, read, claimed, read with its position, and four rows in one transaction; the fills are in a list, too.
    expect(spent).toBe(4 + 1 + 2 + 2 + 8 + 2)
  })

  it('an order with listeners has one row of events per change, with the order as it then was', async () => {
    const { order, batches } = await lifeOf({ knows: null })
    const events = batches.flatMap((batch) => batch.events)
    expect(batches).toHaveLength(3)
    expect(events.map(({ type, previousStatus, sequence }) => [type, previousStatus, sequence])).toEqual([
      ['order.created', null, 0],
      ['order.updated', null, 1],
      ['order.updated', 'PENDING_SUBMISSION', 100],
      ['order.filled', 'PROCESSING', 200],
      ['order.filled', 'PROCESSING', 201],
    ])
    expect(events[0]?.subject).toMatchObject({ kind: 'order', order: { orderId: order.orderId, version: 0 } })
    for (const n of [1, 2]) {
      const subject = { kind: 'fill', fill: sampleFill(order, n), order: { orderId: order.orderId, version: 2 } }
      expect(events[n + 2]?.subject).toMatchObject(subject)
    }
  })
})
