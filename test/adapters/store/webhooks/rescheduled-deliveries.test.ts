/** A delivery says whether its last attempt was put off. */

import { expect, it } from 'vitest'
import { deliveryKey } from '#adapters/store/engine/keys.ts'
import { deliveryStore } from '#adapters/store/webhooks/deliveries.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { concludeAttempt, newDelivery, reschedule } from '#domain/webhooks/delivery.ts'
import type { WebhookEvent } from '#domain/webhooks/event.ts'
import { freshTable } from '#test/support/store.ts'
import { NOW, USER, uuidAt } from '../samples.ts'

const WEBHOOK = uuidAt(NOW, 0xe0)
const OBJECT = uuidAt(NOW, 0xe1)
const EVENT: WebhookEvent = {
  objectId: OBJECT,
  sequence: 0,
  userId: USER,
  type: 'order.updated',
  at: NOW,
  previousStatus: null,
  subject: { kind: 'test', webhookId: WEBHOOK },
}
const FAILED = { status: 500, error: null, response: '', retryAfterMs: null }

const delayed = () => {
  const later = reschedule(newDelivery(EVENT, WEBHOOK, NOW), { restsUntil: NOW + SECOND, failingSince: NOW }, NOW)
  if (later === null) throw new Error('the delivery was not put off')
  return later
}

/** The delivery as the table holds it, with those attributes of its row changed. */
const stored = async (delivery = delayed(), change: object = {}) => {
  const { table } = await freshTable()
  await deliveryStore(table).add([delivery])
  const key = deliveryKey(WEBHOOK, OBJECT, 0)
  await table.putAll([{ ...(await table.get(key)), ...key, ...change }])
  const [found] = await deliveryStore(table).ofObject(WEBHOOK, OBJECT)
  return found
}

it('A delivery that was put off is read as put off', async () => {
  expect((await stored())?.wasPostponed).toBe(true)
})

it('A delivery that an earlier version put off, which stored only the text of the attempt, is read as put off', async () => {
  expect((await stored(delayed(), { po: null }))?.wasPostponed).toBe(true)
})

it('A delivery that was tried after it was put off is not read as put off', async () => {
  expect((await stored(concludeAttempt(delayed(), FAILED, NOW, NOW + 1)))?.wasPostponed).toBe(false)
})
