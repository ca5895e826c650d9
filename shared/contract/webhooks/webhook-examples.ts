/** Examples of webhooks and deliveries. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'

const { at, webhookId, deliveryId } = SAMPLE

export const webhook = {
  webhook_id: webhookId,
  kind: 'standard',
  url: 'https://example.com/webhooks/trading',
  events: ['order.updated', 'order.filled'],
  description: 'Order desk',
  is_active: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_until: null,
  inserted_at: at,
}

const ofWebhook = { webhook_id: webhookId }

export const delivery = {
  delivery_id: deliveryId,
  webhook_id: webhookId,
  event_id: '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
  type: 'webhook.test',
  object_id: '019aa5d6-9c30-7e11-b2c3-d4e5f6a7b8c9',
  sequence: 0,
  occurred_at: at,
  status: 'PENDING',
  attempts: [],
  next_attempt_at: at,
}

export const webhookExamples: Examples = {
  'create-webhook': {
    bodies: {
      'Only orders': {
        url: 'https://example.com/webhooks/trading',
        events: ['order.updated', 'order.filled'],
        description: 'Order desk',
      },
      'All events': { url: 'https://example.com/webhooks/all' },
      'A Discord channel': { kind: 'discord', url: 'https://discord.com/api/webhooks/1234567890/…' },
      'A Telegram chat': {
        kind: 'telegram',
        url: 'https://api.telegram.org/bot123456:…/sendMessage?chat_id=-1001234567890',
      },
    },
    reply: { ...webhook, secret: 'whsec_…' },
  },
  'list-webhooks': { reply: [webhook] },
  'get-webhook': { path: ofWebhook, reply: webhook },
  'change-webhook': {
    path: ofWebhook,
    bodies: { 'Turn it off': { is_active: false }, 'All events': { events: null } },
    reply: { ...webhook, is_active: false },
  },
  'delete-webhook': { path: ofWebhook },
  'rotate-webhook-secret': {
    path: ofWebhook,
    reply: { ...webhook, old_secret_until: '2026-11-22T09:30:00.000Z', secret: 'whsec_…' },
  },
  'send-test-webhook': { path: ofWebhook, reply: delivery },
  'list-deliveries': {
    path: ofWebhook,
    query: { limit: 10 },
    reply: { deliveries: [delivery], count: 1, as_of: at, has_more: false, next_cursor: null },
  },
  'replay-delivery': { path: { ...ofWebhook, delivery_id: deliveryId }, reply: delivery },
}
