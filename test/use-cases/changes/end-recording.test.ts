/** The end of the recording of a user's changes, which takes the marks from all that is the user's. */

import { expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { workStore } from '#adapters/store/work/work.ts'
import { newChangeLog, record } from '#domain/streams/change-log.ts'
import { newWebhook } from '#domain/webhooks/webhook.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { endRecording } from '#use-cases/changes/end-recording.ts'
import { followChanges } from '#use-cases/changes/follow-changes.ts'
import { keepRecording } from '#use-cases/changes/manage-recording.ts'

const openDesk = async () => {
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const [subaccounts, webhooks] = [subaccountStore(table), webhookStore(table)]
  await subaccounts.create(sampleSubaccount({ hasWebhooks: true }))
  const marks: boolean[] = []
  const changes = changeStore(table)
  let isKilled = false
  let meanwhile = async (): Promise<unknown> => undefined
  const deps = {
    changes,
    webhooks,
    orders: orderStore(table),
    complexOrders: complexOrderStore(table),
    subaccounts: {
      ...subaccounts,
      save: async (next: Parameters<typeof subaccounts.save>[0]) => {
        if (isKilled) throw new Error('killed')
        marks.push(next.hasWebhooks)
        const saved = await subaccounts.save(next)
        await meanwhile()
        return saved
      },
    },
    clock: () => NOW,
  }
  return {
    deps,
    marks,
    hasMark: async () => (await subaccounts.get(USER, SUBACCOUNT))?.hasWebhooks,
    /** Changes are recorded for a user whose following has expired. */
    record: (followedUntil = NOW - 1) =>
      changes.save({ ...record(newChangeLog(USER)), followedUntil, markAgainAt: NOW + 1 }),
    /** Right after the first mark is taken. */
    onTaken: (act: () => Promise<unknown>) => {
      meanwhile = () => {
        meanwhile = async () => undefined
        return act()
      }
    },
    takeMark: async () => {
      const marked = await subaccounts.get(USER, SUBACCOUNT)
      if (marked !== null) await subaccounts.save({ ...marked, hasWebhooks: false })
    },
    addWebhook: () => webhooks.create(newWebhook({ ...ABOUT, webhookId: uuidAt(NOW, 1) }, NOW)),
    /** The run dies as soon as it takes or sets a mark. */
    kill: async (run: Promise<void>) => {
      isKilled = true
      await expect(run).rejects.toThrow('killed')
      isKilled = false
    },
    /** Runs the due work of the sweeper a minute later. */
    sweep: async () => {
      for (const work of await workStore(table).take(NOW + 60_000, 10))
        if (work.kind === 'following') await keepRecording({ ...deps, clock: () => NOW + 60_000 }, work.userId)
    },
  }
}

const ABOUT = { userId: USER, url: 'https://example.com/hook', events: null, description: null, sealed: 's' }

it('the marks stay while a user has webhooks, even webhooks older than the log of changes', async () => {
  const { deps, marks, addWebhook } = await openDesk()
  await addWebhook()
  await endRecording(deps, USER)
  expect(marks).toEqual([])
})

it('the marks are removed if a user has neither followers nor webhooks', async () => {
  const { deps, marks } = await openDesk()
  await endRecording(deps, USER)
  expect(marks).toEqual([false])
  expect(await deps.subaccounts.get(USER, SUBACCOUNT)).toMatchObject({ hasWebhooks: false })
})

it('an ended recording leaves no work due', async () => {
  const { deps, marks, record, sweep } = await openDesk()
  await record()
  await endRecording(deps, USER)
  await sweep()
  expect(marks).toEqual([false])
  expect(await deps.changes.log(USER)).toMatchObject({ recording: false, followedUntil: null, markAgainAt: null })
})

it('a recording that has ended before is not written again', async () => {
  const { deps, record } = await openDesk()
  await record()
  await endRecording(deps, USER)
  const ended = await deps.changes.log(USER)
  await endRecording(deps, USER)
  expect(await deps.changes.log(USER)).toEqual(ended)
})

it('the marks are removed later if a run dies before their removal', async () => {
  const { deps, hasMark, record, kill, sweep } = await openDesk()
  await record()
  await kill(endRecording(deps, USER))
  await sweep()
  expect(await hasMark()).toBe(false)
  expect(await deps.changes.log(USER)).toMatchObject({ recording: false, followedUntil: null })
})

it('recording continues for a webhook that a run that died has not seen', async () => {
  const { deps, hasMark, record, addWebhook, kill, takeMark, sweep } = await openDesk()
  await record()
  await kill(endRecording(deps, USER))
  await takeMark()
  await addWebhook()
  await sweep()
  expect(await hasMark()).toBe(true)
  expect(await deps.changes.log(USER)).toMatchObject({ recording: true, followedUntil: null })
})

it('recording continues for a user who follows again after a run that died', async () => {
  const { deps, hasMark, record, kill, sweep } = await openDesk()
  await record()
  await kill(endRecording(deps, USER))
  await followChanges(deps, USER)
  await sweep()
  expect(await hasMark()).toBe(true)
  expect(await deps.changes.log(USER)).toMatchObject({ recording: true })
})

it('recording does not end while a user follows', async () => {
  const { deps, marks, record } = await openDesk()
  await record(NOW + 1)
  await endRecording(deps, USER)
  expect(marks).toEqual([])
  expect(await deps.changes.log(USER)).toMatchObject({ recording: true, followedUntil: NOW + 1 })
})

it('recording begins again if a webhook is stored during the removal of the marks', async () => {
  const { deps, hasMark, record, addWebhook, onTaken } = await openDesk()
  await record()
  onTaken(addWebhook)
  await endRecording(deps, USER)
  expect(await hasMark()).toBe(true)
  expect(await deps.changes.log(USER)).toMatchObject({ recording: true })
})

it('the marks return if a user begins to follow during their removal', async () => {
  const { deps, hasMark, record, takeMark, onTaken } = await openDesk()
  await record()
  onTaken(async () => {
    await followChanges(deps, USER)
    // A subaccount that was read before is stored afterwards.
    await takeMark()
  })
  await endRecording(deps, USER)
  expect(await hasMark()).toBe(true)
  expect(await deps.changes.log(USER)).toMatchObject({ recording: true })
})
