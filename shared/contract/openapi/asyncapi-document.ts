/** The AsyncAPI 3.0 document of the stream. Its messages point to the schemas of the OpenAPI document, which it contains. */

import { SECOND } from '#domain/kernel/time.ts'
import { AUTH_WITHIN, MOST_CHANNELS, MOST_LISTENED, MOST_STREAMS } from '#domain/streams/stream.ts'
import { clientMessageRecords } from '../streams/client-message.ts'
import { serverMessageRecords, streamChangeRecords } from '../streams/server-message-records.ts'
import { STREAM_PATH } from '../streams/stream-path.ts'
import { isJson, type Json, refsIn } from './document-parts.ts'
import type { openApiDocument } from './openapi-document.ts'
import { STREAM_MESSAGES } from './stream-operation.ts'

type OpenApi = Pick<ReturnType<typeof openApiDocument>, 'info' | 'components'>

/** Returns the document. `openApi` is the OpenAPI document of the same service. */
export const asyncApiDocument = ({ info, components }: OpenApi): Json => {
  const { StreamChange: _changes, ...answers } = serverMessageRecords
  const sent = Object.keys(clientMessageRecords)
  const received = [...Object.keys(answers), ...Object.keys(streamChangeRecords)]
  const { title, version, license } = info
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${title}: stream`,
      version,
      description: DESCRIPTION,
      license: { name: license.name, url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: {
      stream: {
        address: '/',
        description:
          'One WebSocket carries all messages. A client subscribes to channels of changes and of markets on it.',
        messages: Object.fromEntries([...sent, ...received].map((name) => [name, pointer('messages', name)])),
      },
    },
    operations: {
      receiveFromClient: operation('receive', 'A client authenticates, subscribes, unsubscribes or pings.', sent),
      sendToClient: operation('send', 'The service answers, and reports changes and prices.', received),
    },
    components: {
      securitySchemes: {
        firstMessage: {
          type: 'apiKey',
          in: 'user',
          description: 'The first message, `auth`, brings an API key of any scope.',
        },
      },
      messages: Object.fromEntries([...sent, ...received].map((name) => [name, messageOf(name)])),
      schemas: closure([...sent, ...received], components.schemas),
    },
  }
}

const SERVERS: Json = {
  local: {
    host: '127.0.0.1:8787',
    pathname: STREAM_PATH,
    protocol: 'ws',
    description: 'The address of `npm start` by default.',
  },
  deployed: {
    host: '{host}',
    protocol: 'wss',
    description: '`stream_url` of `GET /v1/health` names the whole address.',
    variables: { host: { description: 'Host of the stream.' } },
  },
}

const pointer = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` })

const operation = (action: 'receive' | 'send', summary: string, names: readonly string[]): Json => ({
  action,
  summary,
  channel: { $ref: '#/channels/stream' },
  security: [pointer('securitySchemes', 'firstMessage')],
  messages: names.map((name) => ({ $ref: `#/channels/stream/messages/${name}` })),
})

/** Returns the message of a schema, with the examples of that kind. */
const messageOf = (name: string): Json => {
  const examples = Object.entries(STREAM_MESSAGES)
    .filter(([, message]) => nameOf(message) === name)
    .map(([summary, payload]) => ({ summary, payload }))
  return { name, title: name, payload: pointer('schemas', name), ...(examples.length > 0 && { examples }) }
}

/** Returns the name of the schema of an example. */
const nameOf = (message: object): string => {
  const { op, type } = { op: '', type: '', ...message }
  if (op !== 'event') return `Stream${capital(op)}`
  return `Stream${type.split(/[._]/).map(capital).join('')}${type.includes('.') ? 'Event' : ''}`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns these schemas and all schemas that they point to. */
const closure = (names: readonly string[], schemas: Readonly<Record<string, Json>>): Json => {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const inner of refsIn(schemas[name])) add(inner)
  }
  for (const name of names) add(name)
  return Object.fromEntries([...found].toSorted().map((name) => [name, withoutSiblings(schemas[name])]))
}

/** Removes the fields beside pointers. AsyncAPI uses JSON Schema draft 7, which does not know them. */
const withoutSiblings = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSiblings)
  if (!isJson(value)) return value
  if (value['$ref'] !== undefined) return { $ref: value['$ref'] }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutSiblings(one)]))
}

const DESCRIPTION = `Open a WebSocket at the address that \`stream_url\` of \`GET /v1/health\` names. On one machine it is this path; on AWS it is a host of its own.

**Begin.** Send \`auth\` with your key within ${AUTH_WITHIN / SECOND} s. \`ready\` answers it; a message sent right behind it waits for it. A key of scope \`read\` is enough. Then send \`subscribe\`.

**Channels of changes**, of all your subaccounts or of one, such as \`orders:<subaccount_id>\`. The fields are those of webhooks and of \`GET /v1/changes\`:

| channel | events |
|---|---|
| \`orders\` | \`order.created\`, \`order.updated\` |
| \`fills\` | \`order.filled\`, \`fill.reversed\` |
| \`complex_orders\` | \`complex_order.updated\`, \`complex_order.exit_incomplete\` |
| \`positions\` | \`market.decided\`, \`position.settled\` |
| \`subaccounts\` | \`subaccount.halted\`, \`subaccount.resumed\` |

Changes come at least once, in the order of \`cursor\`. Ignore one whose \`sequence\` is not greater than the last of its \`object_id\`. After a disconnection, subscribe with the last \`cursor\` as \`after\`: all that you missed comes first. Changes are kept for 72 hours.

**Channels of markets**: \`quotes:<svc_id>\`, \`book:<svc_id>\`, \`trades:<svc_id>\`. A message with \`snapshot\` true comes first and at least once a minute, then changes, five times a second at most. There is no cursor: subscribe again.

**Limits.** A key has ${MOST_STREAMS} open streams. A stream has ${MOST_CHANNELS} channels. All streams of a key have ${MOST_LISTENED} channels of markets together. A message to a client has 128 KB at most, one of a client 32 KB. A connection ends after two hours, and after ten minutes in which nothing was sent: send a \`ping\` every 30 to 60 s.

**\`error\`** answers a message that changes nothing: \`bad_message\`, \`unknown_channel\`, \`not_found\`, \`too_many_channels\`, \`cursor_expired\`, \`too_many_requests\`. Only \`change_too_large\` answers no message: a change has more than 128 KB, and \`detail\` names the call that shows it.

**\`closed\`** comes before the service ends a stream: \`auth_timeout\`, \`unauthenticated\`, \`key_revoked\`, \`too_many_streams\`, \`slow_reader\`, \`too_many_requests\`. A client that takes nothing does not get it.

| close code | why |
|---|---|
| 1000 | the service has ended the stream; \`closed\` has said why |
| 1001 | two hours have passed, or ten minutes without a message |
| 1003 | a binary message |
| 1006 | no close frame: the client took nothing, the network failed, or the service restarted |
| 1009 | a message of the client of more than 32 KB |

After 1001, 1006, \`slow_reader\` and \`too_many_requests\` connect again and subscribe with the last \`cursor\` as \`after\`.`
