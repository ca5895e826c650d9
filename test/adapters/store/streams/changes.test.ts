import { expect, it } from 'vitest'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { newChangeLog, record } from '#domain/streams/change-log.ts'
import type { EventBatch } from '#ports/webhooks/webhook-store.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, sampleOrder, USER, uuidAt } from '../samples.ts'

/** Batch of so many events of an order. */
const batchOf = (n: number, count: number): EventBatch => {
  const order = sampleOrder({}, n)
  const event = { objectId: order.orderId, userId: USER, type: 'order.updated', at: NOW, previousStatus: null } as const
  const events = Array.from({ length: count }, (_, place) => ({
    ...event,
    sequence: place,
    subject: { kind: 'order' as const, order },
  }))
  return { objectId: order.orderId, version: 1, userId: USER, events }
}

it('changes are appended only to the log that their writer has read, and each batch once', async () => {
  const { table } = await freshTable()
  const [changes, outbox] = [changeStore(table), outboxStore(table)]
  const [one, two] = [batchOf(1, 2), batchOf(2, 1)]
  for (const batch of [one, two]) await outbox.put(batch)
  const read = record(newChangeLog(USER))
  const done = await changes.append(read, [one], NOW)
  if (!done.appended) expect.fail()
  expect(await changes.append(read, [two], NOW)).toEqual({ appended: false, already: [] })
  expect(await changes.append(done.log, [two, one], NOW)).toEqual({ appended: false, already: [one] })
  expect(await changes.log(USER)).toEqual(done.log)
  const found = await changes.after(USER, 0, 10)
  expect(found.map(({ position, events, objectId }) => ({ position, events, objectId }))).toEqual([
    { position: 2, events: 2, objectId: one.objectId },
  ])
})

it('a stream is admitted once', async () => {
  const streams = streamStore((await freshTable()).table)
  const about = { userId: USER, keyId: uuidAt(NOW, 1), scope: 'read', openedAt: NOW, position: null } as const
  const stream = { ...about, streamId: 'c=', channels: [], listening: [], version: 1 }
  expect(await streams.ownerOf('c=')).toBeNull()
  expect(await streams.admit(stream)).toBe(true)
  expect(await streams.admit({ ...stream, userId: uuidAt(NOW, 2) })).toBe(false)
  expect(await streams.list(uuidAt(NOW, 2))).toEqual([])
  expect(await streams.ownerOf('c=')).toBe(USER)
})
