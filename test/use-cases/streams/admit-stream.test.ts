/** A connection that opens, and the key that makes it a stream of a user. */

import { beforeEach, describe, expect, it } from 'vitest'
import { apiKeyStore } from '#adapters/store/accounts/api-keys.ts'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { connectionKey } from '#adapters/store/engine/keys.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { streamStore } from '#adapters/store/streams/streams.ts'
import { newSecret } from '#domain/accounts/api-key-secret.ts'
import { HOUR, MINUTE, type Millis, SECOND } from '#domain/kernel/time.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { seededIds } from '#test/support/seeded-ids.ts'
import { SILENT_LOG } from '#test/support/silent-log.ts'
import { storyQueues } from '#test/support/story-queues.ts'
import { admitStream } from '#use-cases/streams/admit-stream.ts'
import { enqueueEndUnknown } from '#use-cases/work/enqueue.ts'

const [KEY, OTHER_KEY] = [uuidAt(NOW, 1), uuidAt(NOW, 2)]

const openDesk = async () => {
  const clock = () => NOW
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const [streams, changes, apiKeys] = [streamStore(table), changeStore(table), apiKeyStore(table)]
  const subaccounts = subaccountStore(table)
  await subaccounts.create(sampleSubaccount())
  const { random } = seededIds(clock)
  const texts = new Map<string, string>()
  for (const keyId of [KEY, OTHER_KEY]) {
    const { text, hash } = newSecret(keyId, random)
    texts.set(keyId, text)
    const about = { userId: USER, name: 'one', scope: 'read', madeBy: null } as const
    const key = { ...about, keyId, secretHash: hash, insertedAt: NOW, revokedAt: null }
    expect(await apiKeys.create(key, await apiKeys.ring(USER))).toBe('created')
  }
  const queues = storyQueues(clock)
  const ended = new Set<string>()
  const requested: string[] = []
  const deps = {
    streams,
    changes,
    apiKeys,
    subaccounts,
    orders: orderStore(table),
    complexOrders: complexOrderStore(table),
    sender: {
      isOpen: async (streamId: string) => {
        requested.push(streamId)
        return !ended.has(streamId)
      },
    },
    queues,
    clock,
    log: SILENT_LOG,
  }
  const textOf = (keyId: string): string => texts.get(keyId) ?? expect.fail()
  return {
    deps,
    table,
    queues,
    asked: requested,
    ended,
    textOf,
    revoke: async (keyId: string) => apiKeys.revoke([keyId], await apiKeys.ring(USER), NOW),
    /** The streams that the user has. */
    listed: async () => (await streams.list(USER)).map(({ streamId }) => streamId),
    /** The stream, or why there is none. */
    connect: async (streamId: string, text: string = textOf(KEY)) => {
      const admitted = await admitStream(deps, streamId, text)
      return typeof admitted === 'string' ? admitted : admitted.stream.streamId
    },
    /** Streams that were opened then. */
    has: async (many: number, keyId: string, openedAt: Millis, name = 'has') => {
      const about = { userId: USER, keyId, scope: 'read', openedAt, channels: [], listening: [] } as const
      for (let n = 1; n <= many; n += 1) {
        await streams.admit({ ...about, streamId: `${name} ${n}`, position: null, version: 1 })
      }
    },
  }
}

let desk: Awaited<ReturnType<typeof openDesk>>
beforeEach(async () => {
  desk = await openDesk()
})

it('a connection is checked after five seconds', async () => {
  const { deps, queues } = desk
  await enqueueEndUnknown(deps, 'c')
  expect(queues.sent).toMatchObject([{ queue: 'deliver-webhook', visibleAt: NOW + 5 * SECOND }])
})

it('a connection that an earlier version has stored becomes a stream too', async () => {
  const { table, connect, listed } = desk
  await table.write([{ put: { ...connectionKey('c'), wp: '5', due: NOW, ttl: NOW }, expect: 'anything' }])
  expect(await connect('c')).toBe('c')
  expect(await connect('c')).toBe('unauthenticated')
  expect(await listed()).toEqual(['c'])
})

describe('a key', () => {
  it('makes a connection a stream of its user, whose changes are recorded from the cursor on', async () => {
    const { deps, textOf, listed } = desk
    const admitted = await admitStream(deps, 'c', textOf(KEY))
    const stream = { streamId: 'c', userId: USER, keyId: KEY, scope: 'read', openedAt: NOW, channels: [] }
    expect(admitted).toMatchObject({ stream, cursor: '0' })
    expect(await listed()).toEqual(['c'])
    expect(await deps.streams.get(USER, 'c')).toEqual(typeof admitted === 'string' ? null : admitted.stream)
    const until = NOW + 2 * HOUR + 5 * MINUTE
    expect(await deps.changes.log(USER)).toMatchObject({ recording: true, streamedUntil: until, position: 0 })
    expect(await deps.subaccounts.get(USER, SUBACCOUNT)).toMatchObject({ hasWebhooks: true })
  })

  it.each<[string, (textOf: (keyId: string) => string) => string]>([
    ['that is none', () => 'pmt_none'],
    ['that nobody has', () => newSecret(uuidAt(NOW, 3), (bytes) => new Uint8Array(bytes)).text],
    ['with the secret of another one', (textOf) => textOf(OTHER_KEY).replace(OTHER_KEY, KEY).slice(0, -6)],
  ])('%s is refused, and nothing is recorded for it', async (_, text) => {
    expect(await desk.connect('c', text(desk.textOf))).toBe('unauthenticated')
    expect(await desk.listed()).toEqual([])
    expect(await desk.deps.changes.log(USER)).toBeNull()
  })

  it('is refused if it was revoked', async () => {
    await desk.revoke(KEY)
    expect(await desk.connect('c')).toBe('unauthenticated')
    expect(await desk.connect('d', desk.textOf(OTHER_KEY))).toBe('d')
  })

  it('ends the stream again if it is revoked during its check', async () => {
    const { deps, connect, revoke } = desk
    const { admit } = deps.streams
    Object.assign(deps.streams, {
      admit: async (...given: Parameters<typeof admit>) => {
        await revoke(KEY)
        return admit(...given)
      },
    })
    expect(await connect('c')).toBe('key_revoked')
  })

  it('is refused if it comes a second time', async () => {
    const { deps, connect, textOf, listed } = desk
    expect(await connect('c')).toBe('c')
    expect(await admitStream(deps, 'c', textOf(OTHER_KEY))).toBe('unauthenticated')
    expect(await listed()).toEqual(['c'])
  })
})

describe('for one key', () => {
  it('twenty streams are open, and no more; another key of the user has its own', async () => {
    const { connect, has, asked, listed, textOf } = desk
    await has(19, KEY, NOW)
    expect(await connect('twentieth')).toBe('twentieth')
    expect(asked).toEqual([])
    expect(await connect('one more')).toBe('too_many_streams')
    expect(asked).toHaveLength(20)
    expect(await connect('another', textOf(OTHER_KEY))).toBe('another')
    expect(await listed()).toHaveLength(21)
  })

  it('streams that ended silently, or are older than possible, count no more and are forgotten', async () => {
    const { connect, has, ended, asked, listed } = desk
    await has(18, KEY, NOW)
    await has(1, KEY, NOW - 2 * HOUR - 5 * MINUTE, 'old')
    await has(1, KEY, NOW - 2 * HOUR - 5 * MINUTE + 1, 'young')
    ended.add('has 1')
    expect(await connect('nineteenth')).toBe('nineteenth')
    expect(asked).not.toContain('old 1')
    expect(await listed()).toHaveLength(19)
    expect(await listed()).not.toContain('has 1')
    expect(await listed()).toContain('young 1')
    expect(await connect('twentieth')).toBe('twentieth')
    expect(await connect('one more')).toBe('too_many_streams')
  })
})
