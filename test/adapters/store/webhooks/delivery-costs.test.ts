/** Cost of counting and listing the deliveries of a webhook: it depends on the shown deliveries, not on earlier ones. */

import { beforeAll, describe, expect, it } from 'vitest'
import { deliveryKey } from '#adapters/store/engine/keys.ts'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { abandon, concludeAttempt, type Delivery, newDelivery, replay } from '#domain/webhooks/delivery.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, USER, uuidAt } from '../samples.ts'

const WEBHOOK = uuidAt(NOW, 0xe0)

/** A delivery that waits for its first attempt. */
const fresh = (n: number, type: Delivery['type'] = 'order.updated'): Delivery => ({
  ...newDelivery(
    {
      objectId: uuidAt(NOW, 0x10_000 + n),
      sequence: 0,
      userId: USER,
      type,
      at: NOW,
      previousStatus: null,
      subject: { kind: 'test', webhookId: WEBHOOK },
    },
    WEBHOOK,
    NOW,
  ),
  deliveryId: uuidAt(NOW + n, n),
})

const answered = (delivery: Delivery, status: number): Delivery =>
  concludeAttempt(delivery, { status, error: null, response: '', retryAfterMs: null }, NOW, NOW)

/** Stores the first as the store does, and the others as copies of its row: ten thousand single writes take long. */
const storeAll = async (table: Table, [first, ...others]: readonly Delivery[]) => {
  if (first === undefined) return
  await deliveryStore(table).add([first])
  const row = await table.get(keyOf(first))
  await table.putAll(others.map((one) => ({ ...row, ...keyOf(one), ls: one.deliveryId })))
}

const keyOf = ({ webhookId, objectId, sequence }: Delivery) => deliveryKey(webhookId, objectId, sequence)

const metered = async () => {
  const { reach } = await freshTable()
  const spent = { units: 0 }
  const table = openTable({
    ...reach,
    onConsumed: ({ total }) => {
      spent.units += total
    },
  })
  const deliveries = deliveryStore(table)
  const unitsOf = async <Value>(act: () => Promise<Value>): Promise<{ value: Value; units: number }> => {
    spent.units = 0
    const value = await act()
    return { value, units: spent.units }
  }
  return { table, deliveries, unitsOf }
}

describe('deliveries in flight', () => {
  it('are counted for half a read unit beside a thousand that arrived', async () => {
    const { table, deliveries, unitsOf } = await metered()
    const arrived = Array.from({ length: 1_000 }, (_, n) => answered(fresh(n), 204))
    await storeAll(table, arrived)
    await deliveries.add([answered(fresh(1_001), 500)])
    expect(await unitsOf(() => deliveries.countInFlight(WEBHOOK, 5_000))).toEqual({ value: 1, units: 0.5 })
  })

  it('are counted no further than asked', async () => {
    const { table, deliveries, unitsOf } = await metered()
    await storeAll(
      table,
      Array.from({ length: 300 }, (_, n) => answered(fresh(n), 500)),
    )
    expect(await unitsOf(() => deliveries.countInFlight(WEBHOOK, 20))).toEqual({ value: 20, units: 0.5 })
    expect(await deliveries.countInFlight(WEBHOOK, 5_000)).toBe(300)
  })

  it('are those that failed or were asked for, until they are over', async () => {
    const { deliveries } = await metered()
    const count = () => deliveries.countInFlight(WEBHOOK, 5_000)
    const saved = async (delivery: Delivery): Promise<Delivery> => {
      expect(await deliveries.save(delivery)).toBe(true)
      return { ...delivery, version: delivery.version + 1 }
    }
    const event = fresh(1)
    await deliveries.add([event])
    expect(await count()).toBe(0)
    const failed = await saved(answered(event, 500))
    expect(await count()).toBe(1)
    const arrived = await saved(answered(failed, 204))
    expect(await count()).toBe(0)
    const again = await saved(replay(arrived, uuidAt(NOW, 0x77), NOW))
    expect(await count()).toBe(1)
    await saved(abandon(again))
    expect(await count()).toBe(0)
    await deliveries.add([fresh(2, 'webhook.test')])
    expect(await count()).toBe(1)
  })
})

describe('the list of the deliveries to a webhook', () => {
  const all = Array.from({ length: 10_050 }, (_, n) => answered(fresh(n), 204))
  let found: Awaited<ReturnType<typeof metered>>
  beforeAll(async () => {
    found = await metered()
    await storeAll(found.table, all)
  }, 60_000)

  it('counts up to ten thousand, and says that there is more', async () => {
    const { value, units } = await found.unitsOf(() => found.deliveries.list(WEBHOOK, { limit: 10, offset: 0 }))
    expect(value).toMatchObject({ count: 10_000, hasMore: true })
    expect(value.deliveries.map(({ deliveryId }) => deliveryId)).toEqual(
      all
        .slice(-10)
        .reverse()
        .map(({ deliveryId }) => deliveryId),
    )
    expect(units).toBeLessThan(220)
  })

  it('shows deeper pages too, up to the last', async () => {
    const page = (offset: number) => found.deliveries.list(WEBHOOK, { limit: 40, offset })
    expect(await page(10_000)).toMatchObject({ count: 10_041, hasMore: true })
    expect((await page(10_000)).deliveries).toHaveLength(40)
    expect(await page(10_010)).toMatchObject({ count: 10_050, hasMore: false })
    expect((await page(10_040)).deliveries).toHaveLength(10)
  })
})
