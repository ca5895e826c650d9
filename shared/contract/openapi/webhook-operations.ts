/** The `webhooks` section of the OpenAPI document: what a receiver is sent, and what its answer means. */

import type { Json } from './document-parts.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'

/** The one operation of a receiver. Its address gets events of all types. */
export const webhookOperations = (): Json => ({
  event: {
    post: {
      operationId: 'onEvent',
      tags: [WEBHOOK_EVENTS_TAG],
      summary: 'Something happened',
      description: 'Sent to the address of each webhook that wants events of this `type`.',
      security: [],
      parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } } },
      },
      responses: {
        '2XX': { $ref: '#/components/responses/WebhookReceived' },
        '410': { $ref: '#/components/responses/WebhookGone' },
        default: { $ref: '#/components/responses/WebhookRetried' },
      },
    },
  },
})

/** The schemas with the meaning of each event that a receiver is sent. */
export const withEventTexts = (schemas: Readonly<Record<string, Json>>): Readonly<Record<string, Json>> => {
  const texts = Object.entries(WEBHOOK_EVENTS).map(([name, { summary, description }]) => {
    const { title, ...schema } = schemas[name] ?? {}
    return [name, { title, description: `${summary}. ${description}`, ...schema }] as const
  })
  return { ...schemas, ...Object.fromEntries(texts) }
}

/** The chapter of the document that these are in. A chapter of requests would let generators write one over the other. */
export const WEBHOOK_EVENTS_TAG = 'Webhook events'

export const HOW_TO_VERIFY = `Sent to the address of each webhook. Verify every message. The signature is that of [Standard Webhooks](https://www.standardwebhooks.com), over the bytes of the
body as received. Any of its libraries can verify it. By hand, check two things. One of the signatures in \`webhook-signature\` must equal
\`v1,\` + base64(HMAC-SHA256(base64-decoded part of the secret after \`whsec_\`, \`webhook-id\` + "." + \`webhook-timestamp\` + "." + body)),
compared in constant time. And \`webhook-timestamp\` must be within five minutes of now.`

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

export const WEBHOOK_HEADERS: Json = {
  WebhookId: header(
    'webhook-id',
    'The event. It is the same in every retry, so that a receiver can skip events it has seen',
    '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
  ),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was made, in Unix seconds', '1795253402'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures, separated by spaces. There are two for a day after a change of the secret',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

export const WEBHOOK_ANSWERS: Json = {
  WebhookReceived: { description: 'Received, if it comes within ten seconds. The body is ignored.' },
  WebhookGone: { description: 'The receiver is gone: the webhook is turned off.' },
  WebhookRetried: {
    description:
      'Any other answer, including a redirect, and no answer: retried after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, or later if `retry-after` says so.',
  },
}
