/** The OpenAPI 3.1 document, made from the declarations of the endpoints, their examples and the notes on their fields. */

import type { GenericSchema } from 'valibot'
import type { Scope } from '#domain/accounts/api-key.ts'
import { idempotencyKey } from '../kernel/idempotency-header.ts'
import { type Components, toJsonSchema, toJsonSchemaComponents } from '../kernel/json-schema.ts'
import { isOptionalBody } from '../validation/optional-body.ts'
import type { BodyPart, Part } from '../validation/request-shape.ts'
import { closedObjects } from './closed-objects.ts'
import { COMPONENTS } from './components.ts'
import { EXAMPLES, type Example } from './examples.ts'
import { noteOn, withNotes } from './notes-in-schema.ts'
import { HEADERS, RESPONSES } from './responses.ts'
import { streamPath } from './stream-operation.ts'
import { TAGS } from './tags.ts'
import { webhookOperations } from './webhook-operations.ts'

/** What the document needs to know of an endpoint. */
export interface DescribedEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope | 'none'
  readonly request: { readonly path?: Part; readonly query?: Part; readonly body?: BodyPart }
  readonly reply: { readonly status: number; readonly schema: GenericSchema | null; readonly contentType?: string }
  readonly refusals?: ReadonlyArray<{ readonly status: number; readonly code: string; readonly when: string }>
  readonly idempotent?: true
}

type Json = Readonly<Record<string, unknown>>

/** `onMissing` hears of every field and parameter nothing is known about. */
export const openApiDocument = (endpoints: readonly DescribedEndpoint[], onMissing?: (field: string) => void) => {
  const components = componentsOf(endpoints)
  const closed = closedObjects(endpoints.map(({ request }) => request.body))
  const used = new Set(endpoints.map((endpoint) => endpoint.tag))
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The address of this document' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths: { ...pathsOf(endpoints, components, onMissing), ...streamPath() },
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key as it is.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      headers: HEADERS,
      responses: RESPONSES,
      schemas: Object.fromEntries(
        Object.entries(toJsonSchemaComponents(components, closed)).map(([name, schema]) => [
          name,
          withNotes(schema as Json, name, onMissing),
        ]),
      ),
    },
  }
}

const INFO = {
  title: 'Prediction-market trading service',
  version: '1.0.0',
  description: `Trades prediction markets on two exchanges through one interface: EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket.

- Orders are stored at once, executed asynchronously and tracked to the end. 202 means stored; the order shows the result at the exchange.
- Prices are YES prices between 0 and 1, exclusive, with at most six decimals. \`buy_flag\` true buys YES, false sells YES.
- Timestamps are UTC, RFC 3339. Ids are UUIDs; an instrument is the integer \`svc_id\`.
- An unknown id and an id of another user get the same 404.
- A field or parameter that is not in this document is refused: 422 \`extra_forbidden\`. Replies may gain fields at any time.
- POST requests that create accept an \`Idempotency-Key\`: repeat with the same key whenever an answer was lost.
- Every response carries \`x-request-id\`.`,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The named schemas, and those of every body and reply that has no name yet. */
const componentsOf = (endpoints: readonly DescribedEndpoint[]): Components => {
  const named = new Map(Object.entries(COMPONENTS))
  const known = new Set<unknown>(named.values())
  const add = (name: string, schema: Part | GenericSchema | null): void => {
    if (schema == null || known.has(schema) || !isObjectSchema(schema)) return
    if (named.has(name)) throw new Error(`two schemas of the OpenAPI document are called ${name}`)
    named.set(name, schema as GenericSchema)
    known.add(schema)
  }
  for (const { name, request, reply } of endpoints) {
    if (request.body !== undefined && !('by' in request.body)) add(`${pascal(name)}Body`, request.body)
    add(`${pascal(name)}Reply`, reply.schema)
  }
  return Object.fromEntries(named)
}

const isObjectSchema = (schema: object): boolean => 'type' in schema && schema.type === 'object'

const pathsOf = (
  endpoints: readonly DescribedEndpoint[],
  components: Components,
  onMissing?: (field: string) => void,
): Record<string, Json> => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const described = operation(endpoint, components, onMissing)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described }
  }
  return paths
}

const operation = (endpoint: DescribedEndpoint, components: Components, onMissing?: (field: string) => void): Json => {
  const { name, request } = endpoint
  const example = EXAMPLES[name]
  const parameters = [
    ...parametersOf('path', request.path, name, example?.path, onMissing),
    ...parametersOf('query', request.query, name, example?.query, onMissing),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: camel(name),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.scope === 'none' ? { security: [] } : { 'x-scope': endpoint.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request.body === undefined
      ? {}
      : {
          requestBody: {
            required: !isOptionalBody(request.body),
            content: { 'application/json': { schema: bodySchema(request.body, components), ...bodyExamples(example) } },
          },
        }),
    responses: responsesOf(endpoint, components, example),
  }
}

const bodySchema = (body: NonNullable<BodyPart>, components: Components): Json =>
  'by' in body
    ? { oneOf: Object.values(body.of).map((schema) => toJsonSchema(schema, components)) }
    : { ...toJsonSchema(body, components) }

const bodyExamples = (example: Example | undefined): Json =>
  example?.bodies === undefined
    ? {}
    : {
        examples: Object.fromEntries(
          Object.entries(example.bodies).map(([summary, value]) => [camel(wordsOf(summary)), { summary, value }]),
        ),
      }

const parametersOf = (
  place: 'path' | 'query',
  part: Part,
  operationName: string,
  example: Json | undefined,
  onMissing?: (field: string) => void,
): readonly Json[] => {
  const { properties = {}, required = [] } = part === undefined ? {} : toJsonSchema(part)
  return Object.entries(properties).map(([name, schema]) => {
    const description = noteOn(operationName, name)
    if (description === undefined) onMissing?.(`${operationName}.${name}`)
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(isList(schema) ? IN_ONE_TEXT : {}),
      schema,
      ...(example?.[name] === undefined ? {} : { example: example[name] }),
    }
  })
}

/** A list in a query is one text, its items separated by commas. */
const IN_ONE_TEXT = { style: 'form', explode: false }

const isList = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array'

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeat with the same key and the same body within 24 hours has no second effect and gets the same answer.',
  schema: toJsonSchema(idempotencyKey),
}

const responsesOf = (endpoint: DescribedEndpoint, components: Components, example: Example | undefined): Json => {
  const { request, scope } = endpoint
  const refusals = [
    ...(endpoint.refusals ?? []),
    ...(endpoint.idempotent ? [IN_FLIGHT] : []),
    ...(scope === 'none' ? [] : [UNANSWERED]),
  ]
  const statuses = [...new Set(refusals.map((refusal) => refusal.status))]
  const own = statuses.map((status) => [status, refusalOf(refusals.filter((one) => one.status === status))] as const)
  return {
    [endpoint.reply.status]: successOf(endpoint, components, example),
    ...(scope === 'none' ? {} : { 401: response('Unauthenticated'), 403: response('ScopeMissing') }),
    ...(request.body === undefined ? {} : { 413: response('BodyTooLarge'), 415: response('BodyCompressed') }),
    // Every endpoint refuses a parameter that it does not know.
    422: response('Invalid'),
    429: response(scope === 'none' ? 'Throttled' : 'TooManyRequests'),
    500: response('InternalError'),
    ...Object.fromEntries(own),
  }
}

const response = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const successOf = (endpoint: DescribedEndpoint, components: Components, example: Example | undefined): Json => {
  const { schema, contentType = 'application/json' } = endpoint.reply
  return {
    description: endpoint.summary,
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(endpoint.idempotent ? { 'idempotent-replayed': { $ref: '#/components/headers/IdempotentReplayed' } } : {}),
    },
    ...(schema === null
      ? {}
      : {
          content: {
            [contentType]: {
              schema: toJsonSchema(schema, components),
              ...(example?.reply === undefined ? {} : { example: example.reply }),
            },
          },
        }),
  }
}

type Refusals = NonNullable<DescribedEndpoint['refusals']>

const refusalOf = (cases: Refusals): Json => ({
  description: cases.map(({ code, when }) => `\`${code}\`: ${when}`).join('; '),
  headers: {
    'x-request-id': { $ref: '#/components/headers/RequestId' },
    ...(cases.some(({ status }) => status === 503)
      ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
      : {}),
  },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Problem' },
      examples: Object.fromEntries(
        cases.map(({ code, when }) => [
          code,
          { summary: when, value: { detail: `${when.charAt(0).toUpperCase()}${when.slice(1)}.`, code } },
        ]),
      ),
    },
  },
})

const IN_FLIGHT = {
  status: 409,
  code: 'idempotency_in_flight',
  when: 'a request with this Idempotency-Key is still running',
}

const UNANSWERED = {
  status: 503,
  code: 'service_unavailable',
  when: 'a part of the service does not answer; whether the request was carried out is not known',
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string): string => camel(`-${name}`)
const wordsOf = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
