/** Webhooks in the table, under their user. */

import { array, boolean, nullish, number, object, picklist, pipe, string, transform } from 'valibot'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import type { Webhook } from '#domain/webhooks/webhook.ts'
import type { WebhookStore } from '#ports/webhook-store.ts'
import type { Row } from '../engine/attributes.ts'
import { type Key, userIdOf, userPartition, WEBHOOKS, webhookIdOf, webhookKey } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { whole } from '../engine/row-values.ts'
import type { Table } from '../engine/table.ts'

export const webhookStore = (table: Table): WebhookStore => ({
  get: async (userId, webhookId) => {
    const row = await table.get(webhookKey(userId, webhookId))
    return row === null ? null : rowToWebhook(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: WEBHOOKS }, consistent: true }
    const webhooks = (await table.query(question)).map(rowToWebhook)
    return webhooks.sort((a, b) => a.insertedAt - b.insertedAt || (a.webhookId < b.webhookId ? -1 : 1))
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
  ...webhookKey(webhook.userId, webhook.webhookId),
  url: webhook.url,
  ev: webhook.events,
  about: webhook.description,
  at: webhook.insertedAt,
  keys: webhook.secrets.map(({ sealed, until }) => ({ s: sealed, u: until })),
  active: webhook.isActive,
  off: webhook.disabledReason,
  bad: webhook.failingSince,
  v: version,
})

const rowToWebhook = (row: Row): Webhook => {
  const { pk, sk, url, ev, about, at, keys, active, off, bad, v } = parseRow(webhookRow, row)
  return {
    webhookId: webhookIdOf(sk),
    userId: userIdOf(pk),
    url,
    events: ev,
    description: about,
    insertedAt: at,
    secrets: keys,
    isActive: active,
    disabledReason: off,
    failingSince: bad,
    version: v,
  }
}

const secret = pipe(
  object({ s: string(), u: nullish(number(), null) }),
  transform(({ s, u }) => ({ sealed: s, until: u })),
)

const webhookRow = object({
  pk: string(),
  sk: string(),
  url: string(),
  ev: nullish(array(picklist(WEBHOOK_EVENT_TYPES)), null),
  about: nullish(string(), null),
  at: whole,
  keys: array(secret),
  active: boolean(),
  off: nullish(picklist(['gone', 'failing']), null),
  bad: nullish(whole, null),
  v: whole,
})
