/** A connection whose key has to come in time. */

import { expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { NOW, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { endUnknown } from '#use-cases/streams/end-stream.ts'

it('a connection is closed if its key has not come, and left alone if it has, or if it is gone', async () => {
  const streams = streamStore(openTable({ name: 'memory', client: memoryDynamoDb().client }))
  const closed: string[] = []
  const deps = {
    streams,
    sender: {
      isOpen: async (streamId: string) => streamId !== 'gone',
      close: async (streamId: string, farewell: string) => void closed.push(`${streamId} ${farewell}`),
    },
    farewell: (reason: string) => reason,
    log: SILENT_LOG,
  }
  const about = { userId: USER, keyId: uuidAt(NOW, 1), scope: 'read', openedAt: NOW, position: null } as const
  await streams.admit({ ...about, streamId: 'known', channels: [], listening: [], version: 1 })
  for (const streamId of ['silent', 'known', 'gone']) await endUnknown(deps, streamId)
  expect(closed).toEqual(['silent auth_timeout'])
  expect(await streams.list(USER)).toHaveLength(1)
})
