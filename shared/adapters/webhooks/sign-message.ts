/** Headers of a message in the form of Standard Webhooks: signed with every valid secret. Without a secret there are none: chats take no signature. */

import { Webhook } from 'standardwebhooks'
import type { WebhookMessage } from '#ports/webhooks/webhook-sender.ts'

export const signMessage = ({ id, at, body, secrets }: WebhookMessage): Readonly<Record<string, string>> => {
  if (secrets.length === 0) return {}
  const sentAt = new Date(at)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, sentAt, body)).join(' '),
  }
}
