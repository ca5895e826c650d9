/**
 * Changes that several processes record at once, some twice, and readers with pages of any size. Every reader gets each event once, and the
 * events of an object in order. A gap is never hidden.
 */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { outboxStore } from '#adapters/store/outbox/outbox.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { HOUR } from '#domain/kernel/time.ts'
import { follow, newChangeLog } from '#domain/streams/change-log.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import type { EventBatch } from '#ports/webhooks/webhook-store.ts'
import { NOW, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { rounds } from '#test/support/run/plays.ts'
import { readChanges } from '#use-cases/changes/read-changes.ts'
import { changeRecorder } from '#use-cases/changes/record-changes.ts'

const move = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      // The object of each batch, and how many events it has.
      batches: fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 6 }),
      processes: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'end' as const }) },
)

const open = () => {
  const time = { now: NOW }
  const clock = () => time.now
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const [changes, outbox] = [changeStore(table), outboxStore(table)]
  const recorders = [0, 1, 2].map(() => changeRecorder({ changes, clock }))
  return { time, changes, outbox, recorders, reading: { changes, outbox, clock } }
}

const batchOf = (object: number, version: number, count: number, at: number) => {
  const objectId = uuidAt(NOW, object + 1)
  const events = Array.from({ length: count }, (_, place): WebhookEvent => {
    const subject = { kind: 'test' as const, webhookId: uuidAt(NOW, 99) }
    const sequence = version * 100 + place
    return { objectId, sequence, userId: USER, type: 'webhook.test', at, previousStatus: null, subject }
  })
  return { objectId, version, userId: USER, events }
}

const nameOf = ({ objectId, sequence }: WebhookEvent): string => `${objectId} ${sequence}`

it('a reader of the log gets every event once and in order, or an error that some are gone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 25 }), async (moves) => {
      const { time, changes, outbox, recorders, reading } = open()
      const versions = new Map<number, number>()
      /** Recorded since the reader last knew everything. */
      let owed: Array<{ readonly name: string; readonly at: number }> = []
      let cursor = 0
      let isBroken = false
      for (const one of moves) {
        if (one.kind === 'wait') time.now += one.hours * HOUR
        if (one.kind === 'end') {
          const log = await changes.log(USER)
          if (log === null) continue
          await changes.save({ ...log, recording: false })
          isBroken = true
        }
        if (one.kind === 'record') {
          const batches = one.batches.map(([object, count]) => {
            const version = (versions.get(object) ?? 0) + 1
            versions.set(object, version)
            return batchOf(object, version, count, time.now)
          })
          for (const batch of batches) await outbox.put(batch)
          // Each process has found the same batches.
          await Promise.all(recorders.slice(0, one.processes).map((record) => record(USER, batches)))
          // And one of them finds out late that others were faster.
          await recorders[one.processes - 1]?.(USER, batches)
          owed.push(...batches.flatMap(({ events }) => events.map((each) => ({ name: nameOf(each), at: time.now }))))
        }
        if (one.kind === 'read') {
          // A reader follows: recording begins anew before the read.
          const stored = (await changes.log(USER)) ?? newChangeLog(USER)
          const log = follow(stored, time.now)
          if (log !== stored) await changes.save(log)
          const page = await readChanges(reading, log, cursor, one.limit)
          const isGone = owed.some(({ at }) => at <= time.now - 72 * HOUR)
          if (isProblem(page)) {
            expect(page.code).toBe('cursor_expired')
            expect(isGone || isBroken).toBe(true)
            // As a client does that has read the lists.
            cursor = log.position
            owed = []
            isBroken = false
            continue
          }
          expect(isGone && !isBroken).toBe(false)
          expect(page.changes.length).toBeLessThanOrEqual(one.limit)
          const reported = page.changes.map(({ event }) => nameOf(event))
          expect([...reported].sort()).toEqual(
            owed
              .slice(0, reported.length)
              .map(({ name }) => name)
              .sort(),
          )
          expect(page.hasMore).toBe(reported.length < owed.length)
          expect(reported.length).toBe(Math.min(one.limit, owed.length))
          owed = owed.slice(reported.length)
          cursor = page.position
        }
      }
    }),
    { numRuns: rounds(60) },
  )
})

it('a hundred changes that are found together are all recorded in order', async () => {
  const { changes, outbox, recorders, reading } = open()
  const batches = Array.from({ length: 100 }, (_, n) => batchOf(n % 3, Math.floor(n / 3) + 1, 1, NOW))
  for (const batch of batches) await outbox.put(batch)
  const log = await recorders[0]?.(USER, batches)
  expect(log).toMatchObject({ position: 100 })
  const page = await readChanges(reading, (await changes.log(USER)) ?? newChangeLog(USER), 0, 1_000)
  const reports = isProblem(page) ? [] : page.changes.map(({ event }) => nameOf(event))
  expect(reports).toEqual(batches.flatMap(({ events }) => events.map(nameOf)))
})

it('a page ends at the end of its log: recording may have ended since, and begun anew behind a gap', async () => {
  const { changes, outbox, recorders, reading, time } = open()
  const record = async (version: number) => {
    const batch = batchOf(0, version, 1, time.now)
    await outbox.put(batch)
    return (await recorders[0]?.(USER, [batch])) ?? newChangeLog(USER)
  }
  const before = await record(1)
  await changes.save({ ...before, recording: false })
  const ended = await changes.log(USER)
  expect(ended).toMatchObject({ recording: false })
  if (ended !== null) await changes.save(follow(ended, time.now))
  const after = await record(3)
  const page = await readChanges(reading, before, 0, 10)
  expect(page).toMatchObject({ changes: [{ event: { sequence: 100 } }], position: before.position, hasMore: false })
  expect(await readChanges(reading, after, before.position, 10)).toMatchObject({ code: 'cursor_expired' })
})

it('changes that arrive during a recording are recorded after it, each once, even if one try fails', async () => {
  const { changes, outbox, reading } = open()
  const batches = [1, 2, 3, 4, 5].map((version) => batchOf(version % 3, version, 1, NOW))
  for (const batch of batches) await outbox.put(batch)
  const begun: Array<readonly [batch: EventBatch, end: Promise<unknown>]> = []
  let [underWay, most, writes] = [0, 0, 0]
  /** Two messages bring it at the same moment. */
  const begin = (batch: EventBatch | undefined) => {
    if (batch !== undefined) begun.push([batch, record(USER, [batch])], [batch, record(USER, [batch])])
  }
  const append: typeof changes.append = async (...given) => {
    underWay += 1
    most = Math.max(most, underWay)
    writes += 1
    const isAway = writes === 2
    begin(batches[writes])
    await new Promise((go) => setTimeout(go, 1))
    underWay -= 1
    if (isAway) throw new Error('the table is away')
    return changes.append(...given)
  }
  const record = changeRecorder({ changes: { ...changes, append }, clock: reading.clock })
  begin(batches[0])
  const lost = new Set<EventBatch>()
  for (const [batch, end] of begun) await end.catch(() => lost.add(batch))
  expect([...lost]).toEqual([batches[1]])
  // Its message comes back.
  await record(USER, [...lost])
  expect(most).toBe(1)
  const page = await readChanges(reading, (await changes.log(USER)) ?? newChangeLog(USER), 0, 100)
  const statements = isProblem(page) ? [] : page.changes.map(({ event }) => nameOf(event))
  expect(statements.toSorted()).toEqual(batches.flatMap(({ events }) => events.map(nameOf)).sort())
})

it('a read without a cursor returns all kept events, and none if the table has dropped all', async () => {
  const { outbox, recorders, reading, time } = open()
  const record = async (version: number, isStored = true) => {
    const batch = batchOf(0, version, 3, time.now)
    if (isStored) await outbox.put(batch)
    return (await recorders[0]?.(USER, [batch])) ?? newChangeLog(USER)
  }
  await record(1)
  time.now += 73 * HOUR
  const log = await record(2)
  expect(await readChanges(reading, log, null, 10)).toMatchObject({
    changes: [{ position: 4 }, { position: 5 }, { position: 6 }],
    position: 6,
  })
  const dropped = { ...reading, changes: { after: async () => [] } }
  expect(await readChanges(dropped, log, null, 10)).toEqual({ changes: [], position: 6, hasMore: false })
  const unreadable = { ...reading, outbox: { find: async () => [] } }
  expect(await readChanges(unreadable, log, 3, 10)).toEqual({ changes: [], position: 6, hasMore: false })
})
