/** The end of the recording of a user's changes, which takes the marks from all that is the user's. */

import { expect, it } from 'vitest'
import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import { complexOrderStore } from '#adapters/store/contingent/complex-orders.ts'
import { openTable } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { changeStore } from '#adapters/store/streams/changes.ts'
import { webhookStore } from '#adapters/store/webhooks/webhooks.ts'
import { newWebhook } from '#domain/webhooks/webhook.ts'
import { NOW, SUBACCOUNT, sampleSubaccount, USER, uuidAt } from '#test/adapters/store/samples.ts'
import { memoryDynamoDb } from '#test/support/memory-dynamodb.ts'
import { endRecording } from '#use-cases/streams/end-recording.ts'

const openDesk = async () => {
  const table = openTable({ name: 'memory', client: memoryDynamoDb().client })
  const [subaccounts, webhooks] = [subaccountStore(table), webhookStore(table)]
  await subaccounts.create(sampleSubaccount({ hasWebhooks: true }))
  const marks: boolean[] = []
  const deps = {
    changes: changeStore(table),
    webhooks,
    orders: orderStore(table),
    complexOrders: complexOrderStore(table),
    subaccounts: {
      ...subaccounts,
      save: (next: Parameters<typeof subaccounts.save>[0]) => {
        marks.push(next.hasWebhooks)
        return subaccounts.save(next)
      },
    },
    clock: () => NOW,
  }
  return { deps, marks }
}

it('takes them for no moment while there are webhooks, also those from before there was a log of changes', async () => {
  const { deps, marks } = await openDesk()
  const about = { userId: USER, url: 'https://example.com/hook', events: null, description: null, sealed: 's' }
  await deps.webhooks.create(newWebhook({ ...about, webhookId: uuidAt(NOW, 1) }, NOW))
  await endRecording(deps, USER)
  expect(marks).toEqual([])
})

it('takes them where there is nobody to be told', async () => {
  const { deps, marks } = await openDesk()
  await endRecording(deps, USER)
  expect(marks).toEqual([false])
  expect(await deps.subaccounts.get(USER, SUBACCOUNT)).toMatchObject({ hasWebhooks: false })
})
