/** Webhooks in the table, under their user. */

import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import type { WebhookStore } from '#ports/webhooks/webhook-store.ts'
import type { Row } from '../engine/attributes.ts'
import { list, oneOf, orNull, text, whole, yesNo } from '../engine/codecs.ts'
import { mapOf, readRow, rowOf } from '../engine/fields.ts'
import { type Key, userIdOf, userPartition, WEBHOOKS, webhookIdOf, webhookKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

/** One row for each webhook, under its user. */
export const webhookStore = (table: Table): WebhookStore => ({
  get: async (userId, webhookId) => {
    const row = await table.get(webhookKey(userId, webhookId))
    return row === null ? null : rowToWebhook(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: WEBHOOKS }, consistent: true }
    const webhooks = table.readable(await table.query(question), rowToWebhook)
    return webhooks.toSorted((a, b) => a.insertedAt - b.insertedAt || (a.webhookId < b.webhookId ? -1 : 1))
  },

  create: async (webhook) =>
    (await table.write([{ put: webhookToRow(webhook, webhook.version), expect: 'absent' }])).written,

  save: async (webhook) => {
    const put = webhookToRow(webhook, webhook.version + 1)
    return (await table.write([{ put, expect: { same: { v: webhook.version } } }])).written
  },

  remove: async ({ userId, webhookId, version }) =>
    (await table.write([{ remove: webhookKey(userId, webhookId), expect: { same: { v: version } } }])).written,
})

const webhookToRow = (webhook: Webhook, version: number): Row & Key => ({
  ...WEBHOOK.write({ ...webhook, version }),
  ...webhookKey(webhook.userId, webhook.webhookId),
})

const rowToWebhook = (row: Row): Webhook =>
  readRow(row, () => ({
    ...WEBHOOK.read(row),
    webhookId: webhookIdOf(String(row['sk'])),
    userId: userIdOf(String(row['pk'])),
  }))

const WEBHOOK = rowOf({
  url: ['url', text],
  events: ['ev', orNull(list(oneOf(WEBHOOK_EVENT_TYPES)))],
  description: ['about', orNull(text)],
  insertedAt: ['at', whole],
  secrets: ['keys', list(mapOf({ sealed: ['s', text], until: ['u', orNull(whole)] }))],
  isActive: ['active', yesNo],
  disabledReason: ['off', orNull(oneOf(['gone', 'failing']))],
  failingSince: ['bad', orNull(whole)],
  restsUntil: ['ru', orNull(whole)],
  version: ['v', whole],
})
