/** The objects of a round of overdue work are read in a few requests. An object that fails there is read alone. */

import { describe, expect, it } from 'vitest'
import { orderKey } from '#adapters/store/engine/keys.ts'
import { workKey } from '#adapters/store/engine/work-keys.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { outboxChanges } from '#adapters/store/outbox/outbox.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { DELIVERY_GRACE } from '#domain/webhooks/delivery.ts'
import type { DueWork } from '#ports/work/work-store.ts'
import { sampleOrder } from '#test/adapters/store/samples.ts'
import { seededIds } from '#test/support/seeded-ids.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { memoryTable } from '#test/support/store.ts'
import { readTogether } from '#use-cases/sweep/read-together.ts'

const ids = seededIds(() => 0)
const due = (orderId: string): DueWork => ({ kind: 'order', orderId, dueAt: 0 }) as DueWork

const desk = async () => {
  const { table } = await memoryTable()
  const reads: number[] = []
  const warnings: string[] = []
  const orders = orderStore({
    ...table,
    get: async () => Promise.reject(new Error('read alone')),
    batchGet: async (keys, options) => {
      reads.push(keys.length)
      return table.batchGet(keys, options)
    },
  })
  const log = { ...SILENT_LOG, warn: (text: string) => void warnings.push(text) }
  const store = orderStore(table)
  const place = async (): Promise<string> => {
    const order = sampleOrder({ orderId: ids.uuid() })
    await store.create(order)
    return order.orderId
  }
  const nothing = { getMany: async () => [] }
  const work = workStore({
    ...table,
    get: async () => Promise.reject(new Error('read alone')),
    batchGet: async (keys, options) => {
      reads.push(keys.length)
      return table.batchGet(keys, options)
    },
  })
  const deps = { work, orders, accountSyncs: nothing, tradingDays: nothing, subaccounts: nothing, log }
  return { table, deps, reads, warnings, place }
}

describe('the orders of a round', () => {
  it('are read together, each as it was committed last', async () => {
    const { deps, reads, place } = await desk()
    const placed = [await place(), await place(), await place()]
    const { orders: read } = await readTogether(deps, [...placed.map(due), due(ids.uuid())])
    expect([...read.keys()].toSorted()).toEqual(placed.toSorted())
    expect(reads).toEqual([4])
  })

  it('do not include an unreadable order, which fails alone', async () => {
    const { table, deps, place } = await desk()
    const [good, bad] = [await place(), await place()]
    const [row] = await table.batchGet([orderKey(bad)])
    if (row === undefined) throw new Error('not stored')
    await table.write([{ put: { ...row, pk: String(row['pk']), sk: 'O', st: 'NO_SUCH_STATE' }, expect: 'anything' }])
    const { orders: read } = await readTogether(deps, [due(good), due(bad)])
    expect([...read.keys()]).toEqual([good])
  })

  it('are read one by one if the batch read fails, or if there is only one', async () => {
    const { deps, warnings, reads, place } = await desk()
    const broken = { ...deps, orders: { findMany: async () => Promise.reject(new Error('away')) } }
    expect((await readTogether(broken, [due(await place()), due(await place())])).orders).toEqual(new Map())
    expect(warnings).toHaveLength(1)
    expect((await readTogether(deps, [due(await place())])).orders).toEqual(new Map())
    expect(reads).toEqual([])
  })
})

describe('the events of a round', () => {
  const NOW = 1_800_000_000_000

  /** An event that was not delivered. */
  const owed = async ({ table }: Awaited<ReturnType<typeof desk>>): Promise<DueWork> => {
    const objectId = ids.uuid()
    const event = { objectId, sequence: 1, userId: ids.uuid(), type: 'webhook.test', at: NOW } as const
    const subject = { kind: 'test', webhookId: ids.uuid() } as const
    await table.write(outboxChanges([{ ...event, previousStatus: null, subject }]))
    const due = await workStore(table).take(NOW + DELIVERY_GRACE, 10)
    const found = due.find((work) => work.kind === 'event' && work.objectId === objectId)
    if (found === undefined) throw new Error('it is not due')
    return found
  }

  it('are read together, and each is put off as it was read', async () => {
    const world = await desk()
    const events = [await owed(world), await owed(world), await owed(world)]
    const { postponements } = await readTogether(world.deps, events)
    expect(world.reads).toEqual([3])
    for (const event of events) expect(await postponements.get(event)?.(NOW + 60_000)).toBe(true)
    expect(await workStore(world.table).take(NOW + 59_999, 10)).toEqual([])
  })

  it('are left alone by the round if they have changed since, or are gone', async () => {
    const world = await desk()
    const [changed, gone] = [await owed(world), await owed(world)]
    const before = await readTogether(world.deps, [changed, gone])
    expect(await workStore(world.table).reschedule(changed, NOW + 60_000)).toBe(true)
    await world.table.write([{ remove: workKey(gone), expect: 'anything' }])
    expect(await before.postponements.get(changed)?.(NOW + 90_000)).toBe(false)
    expect(await before.postponements.get(gone)?.(NOW + 90_000)).toBe(false)
    expect(await workStore(world.table).take(NOW + 60_000, 10)).toMatchObject([{ ...changed, dueAt: NOW + 60_000 }])
    const after = await readTogether(world.deps, [changed, gone])
    expect(await after.postponements.get(changed)?.(NOW + 90_000)).toBe(false)
    expect(after.postponements.has(gone)).toBe(false)
  })
})
