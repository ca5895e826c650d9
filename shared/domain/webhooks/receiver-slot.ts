/** The slots of a receiver: messages of one slot go out one after the other, so a silent receiver holds few runs of the sender. */

import type { Webhook } from './webhook.ts'

/**
 * Slots for new events of a receiver that accepts them. Repeats, requested deliveries and those to a failing receiver
 * use the first.
 */
const SLOTS = 3

/** The slot of the object's events; events of one object share it, and so stay in order. */
export const receiverSlot = ({ webhookId, failingSince }: Webhook, objectId: string): string =>
  failingSince === null ? `${webhookId}:${Number.parseInt(objectId.slice(-4), 16) % SLOTS}` : firstSlot(webhookId)

/** The slot of retries, replays and tests. */
export const firstSlot = (webhookId: string): string => `${webhookId}:0`

/** The slot of deliveries that the sweeper finds: they do not wait behind the delivery that delayed them. */
export const sweptSlot = (webhookId: string): string => `${webhookId}:swept`
