/** The slots of a receiver: messages of one slot go out one after the other, so a silent receiver holds few runs of the sender. */

import type { Webhook } from './webhook.ts'

/** For new events of a receiver that takes them. What is repeated, asked for or sent to a failing one goes through the first. */
const SLOTS = 3

/** The slot of the object's events; events of one object share it, and so stay in order. */
export const receiverSlot = ({ webhookId, failingSince }: Webhook, objectId: string): string =>
  failingSince === null ? `${webhookId}:${Number.parseInt(objectId.slice(-4), 16) % SLOTS}` : firstSlot(webhookId)

/** The slot of retries, replays and tests. */
export const firstSlot = (webhookId: string): string => `${webhookId}:0`

/** The slot of what was left behind and swept up: it does not wait behind what left it. */
export const sweptSlot = (webhookId: string): string => `${webhookId}:swept`
