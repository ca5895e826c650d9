/** A run that sends changes to the streams of a user. Each stream continues from its last sent change, not from an older read. */

import { expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { follow, newChangeLog } from '#domain/streams/change-log.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { NOW, sampleOrder, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'
import { pushChanges } from '#use-cases/streams/push-changes.ts'

const eventOf = (version: number): WebhookEvent => {
  const order = sampleOrder({ version })
  const at = { objectId: order.orderId, sequence: 100 * version, at: NOW }
  return { ...at, userId: USER, type: 'order.updated', previousStatus: null, subject: { kind: 'order', order } }
}

it('a stream that receives a change while the run reads again receives no change twice', async () => {
  const clock = () => NOW
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const [changes, outbox, streams] = [changeStore(table), outboxStore(table), streamStore(table)]
  await changes.save(follow(newChangeLog(USER), NOW))
  for (const version of [1, 2]) {
    const batch = { objectId: sampleOrder().orderId, version, userId: USER, events: [eventOf(version)] }
    await outbox.put(batch)
    await changeRecorder({ changes, clock })(USER, [batch])
  }
  const [streamId, keyId] = ['c=', uuidAt(NOW, 7)]
  const about = { streamId, userId: USER, keyId, scope: 'read', openedAt: NOW, listening: [] } as const
  await streams.admit({ ...about, channels: ['orders'], position: 0, version: 1 })

  const sent: number[] = []
  const takes = Promise.withResolvers<void>()
  let looks = 0
  await pushChanges(
    {
      changes,
      outbox,
      streams,
      apiKeys: {
        get: async () => {
          looks += 1
          if (looks === 2) {
            takes.resolve()
            await expect.poll(async () => (await streams.get(USER, streamId))?.position).toBe(2)
          }
          const key = { keyId, userId: USER, name: 'one', scope: 'read', secretHash: '', madeBy: null } as const
          return { ...key, createdAt: NOW, insertedAt: NOW, revokedAt: null }
        },
      },
      sender: {
        send: async (_, text) => {
          await takes.promise
          sent.push(Number(text))
          return 'sent'
        },
        close: async () => undefined,
      },
      farewell: (reason) => reason,
      eventText: ({ position }) => String(position),
      oversizeText: ({ position }) => String(position),
      after: (_, act) => {
        const timer = setImmediate(act)
        return () => clearImmediate(timer)
      },
      clock,
      log: SILENT_LOG,
    },
    USER,
  )
  expect(sent).toEqual([1, 2])
})
