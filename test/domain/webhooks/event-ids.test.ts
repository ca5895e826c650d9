/** Ids of events over an update: a receiver that recognises an event by its id must recognise it afterwards. */

import { expect, it } from 'vitest'
import { deliveryIdOf, eventIdOf, sentEventId } from '#domain/webhooks/event.ts'

const EVENT = { objectId: '019aa1b2-0000-7000-8000-000000000001', sequence: 204, at: 1763751600000 }
const WEBHOOK = '019aa1b2-0000-7000-8000-00000000000a'

/** As commit 90e07f3 computed both ids for this event and this webhook. */
const OF_90E07F3 = {
  event: '019aa7c9-9f80-7c77-8806-8894895fe824',
  delivery: '019aa7c9-9f80-7254-8367-f24af7b05b9e',
}

it('a delivery that commit 90e07f3 made keeps the event id that its receiver has seen', () => {
  expect(sentEventId({ ...EVENT, webhookId: WEBHOOK, deliveryId: OF_90E07F3.delivery })).toBe(OF_90E07F3.event)
})

it('a delivery of this version is sent with the id of its event', () => {
  const deliveryId = deliveryIdOf(EVENT, WEBHOOK)
  expect(sentEventId({ ...EVENT, webhookId: WEBHOOK, deliveryId })).toBe(eventIdOf(EVENT))
  expect(eventIdOf(EVENT)).not.toBe(OF_90E07F3.event)
})
