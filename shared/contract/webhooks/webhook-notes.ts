/** Notes on the fields and parameters of webhooks, their events and deliveries. */

import { eventNotes } from './event-notes.ts'
import { webhookEventRecords } from './event-records.ts'

export const webhookNotes: Readonly<Record<string, string>> = {
  webhook_id: 'Webhook',
  'Webhook.kind': '`standard` receives signed JSON; `discord`, `slack` and `telegram` receive one readable line',
  'CreatedWebhook.kind': '`standard` receives signed JSON; `discord`, `slack` and `telegram` receive one readable line',
  'CreateWebhook.kind': '`standard` receives signed JSON; `discord`, `slack` and `telegram` receive one readable line',
  'ChangeWebhook.kind': 'Another chat, together with its `url`',
  url: 'Address for events: https and public. That of a chat is a secret: answers show its host only',
  events: 'Events it receives; null for all',
  'CreateWebhook.events': 'Events it receives; all if absent',
  secret: 'Secret that signs the messages, shown this once; null for a chat, and if the request is a repeat',
  disabled_reason: 'Why it was turned off: `gone` after a 410, `failing` after five days of failures',
  'Webhook.failing_since': 'Time of the first failure since the last success; null if there is none',
  'CreatedWebhook.failing_since': 'Time of the first failure since the last success; null if there is none',
  'Webhook.is_active': 'Whether it receives events',
  'CreatedWebhook.is_active': 'Whether it receives events',
  'ChangeWebhook.is_active': 'false turns it off. true turns it on again and forgets its failures',
  'WebhookDelivery.type': 'What happened',
  'WebhookDelivery.status': 'FAILED means given up; it can be replayed',
  ...eventNotes(['EventFacts', ...Object.keys(webhookEventRecords)]),
  'SubaccountHalt.name': 'Name of the subaccount',
  'SubaccountHalt.halted': 'Whether it is halted',
  'SubaccountHalt.api_key_id': "Key of the request; null for a dead man's switch",
  old_secret_until: 'Time until which messages are also signed with the old secret',
  delivery_id: 'Delivery',
  deliveries: 'Deliveries, newest first',
  event_id: 'The header `webhook-id` of the message: the same in every retry',
  object_id: 'The object it is about',
  sequence: 'Order of the events of one object. It grows, and has gaps',
  occurred_at: 'When it happened',
  attempts: 'Attempts, oldest first',
  attempted_at: 'Time of the attempt',
  error: 'Reason why there was no answer; null if there was one',
  duration_ms: 'Duration in milliseconds',
  response_status: 'HTTP status of the answer; null without an answer',
  response_body: 'The beginning of the answer',
  next_attempt_at: 'Time of the next attempt; null if there is none',
  'ListDeliveriesReply.count':
    'Number of deliveries, whatever `limit` is; beyond the page it goes no further than 10,000',
}
