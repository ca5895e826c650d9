/** The `webhooks` section of the OpenAPI document: what a receiver is sent, and what its answer means. */

import { WEBHOOK_EVENTS } from './webhook-events.ts'

type Json = Readonly<Record<string, unknown>>

export const webhookOperations = (): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([schema, { type, summary, description, example }]) => [
      type,
      {
        post: {
          operationId: `on${schema.replace(/Event$/, '')}`,
          tags: ['Webhooks'],
          summary,
          description: `${description}\n\n${HOW_TO_VERIFY}`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } },
          },
          responses: ANSWERS,
        },
      },
    ]),
  )

const HOW_TO_VERIFY = `Verify before you believe: the signature is that of [Standard Webhooks](https://www.standardwebhooks.com), over the
bytes of the body as they came. Any of its libraries does it; by hand, one of the signatures in \`webhook-signature\` must equal
\`v1,\` + base64(HMAC-SHA256(base64-decoded part of the secret after \`whsec_\`, \`webhook-id\` + "." + \`webhook-timestamp\` + "." + body)),
compared in constant time, and \`webhook-timestamp\` must be within five minutes of now.`

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const HEADERS: readonly Json[] = [
  header(
    'webhook-id',
    'The event: the same in every repetition, so that what was seen already can be left out',
    '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
  ),
  header('webhook-timestamp', 'When this attempt was made, in Unix seconds', '1795253402'),
  header(
    'webhook-signature',
    'Signatures, separated by spaces: two for a day after the secret was changed',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const ANSWERS: Json = {
  '2XX': { description: 'Received, when it comes within ten seconds. The body is not needed.' },
  '410': { description: 'Nobody listens here any more: the webhook is turned off.' },
  '4XX': {
    description: 'Tried again after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, or later if `retry-after` says so.',
  },
  default: { description: 'The same for any other answer, a redirect included, and for none.' },
}
