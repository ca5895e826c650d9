/** Webhooks in the table, under their user. */

import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import { WEBHOOK_KINDS } from '#domain/webhooks/webhook-kind.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import { id, idBehind, list, oneOf, orNull, text, unless, whole, yesNo } from '../engine/codecs.ts'
import { WEBHOOKS } from '../engine/keys.ts'
import { mapOf, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { USERS } from '../engine/table-definition.ts'
import { userRows } from '../engine/user-rows.ts'

/** One row for each webhook, under its user. */
export const webhookStore = (table: Table): WebhookStore =>
  userRows(table, { begin: WEBHOOKS, idOf: ({ webhookId }) => webhookId, form: WEBHOOK })

const WEBHOOK = rowOf<Webhook>({
  kind: ['kind', unless('standard', oneOf(WEBHOOK_KINDS))],
  url: ['url', text],
  events: ['ev', orNull(list(oneOf(WEBHOOK_EVENT_TYPES)))],
  description: ['about', orNull(text)],
  insertedAt: ['at', whole],
  rotationId: ['rot', orNull(id)],
  secrets: ['keys', list(mapOf({ sealed: ['s', text], until: ['u', orNull(whole)] }))],
  isActive: ['active', yesNo],
  disabledReason: ['off', orNull(oneOf(['gone', 'failing']))],
  failingSince: ['bad', orNull(whole)],
  restsUntil: ['ru', orNull(whole)],
  version: ['v', whole],
  webhookId: ['sk', idBehind(WEBHOOKS)],
  userId: ['pk', idBehind(USERS)],
})
