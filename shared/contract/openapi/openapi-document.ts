/** The OpenAPI 3.1 document, made from the declarations of the endpoints, their examples and the notes on their fields. */

import type { GenericSchema } from 'valibot'
import type { Scope } from '#domain/accounts/api-key.ts'
import type { Example } from '../kernel/examples/example.ts'
import { idempotencyKey } from '../kernel/idempotency-header.ts'
import { type Components, toJsonSchema, toJsonSchemaComponents } from '../kernel/json-schema.ts'
import { isOptionalBody } from '../validation/optional-body.ts'
import type { BodyPart, Part } from '../validation/request-shape.ts'
import { closedObjects } from './closed-objects.ts'
import { COMPONENTS } from './components.ts'
import { camel, type Json, pascal } from './document-parts.ts'
import { EXAMPLES } from './examples.ts'
import { extendedSchemas } from './extended-schemas.ts'
import { namedSchemas, withNamedSchemas } from './named-schemas.ts'
import { noteOn, withNotes } from './notes-in-schema.ts'
import { withoutRepeatedExamples, withRecordExamples } from './record-examples.ts'
import { HEADERS, nameOfRefusal, RESPONSES, statusResponses } from './responses.ts'
import { type SharedParameters, sharedParameters } from './shared-parameters.ts'
import { streamPath } from './stream-operation.ts'
import { TAGS } from './tags.ts'
import { VERSION } from './version.ts'
import {
  HOW_TO_VERIFY,
  WEBHOOK_ANSWERS,
  WEBHOOK_EVENTS_TAG,
  WEBHOOK_HEADERS,
  webhookOperations,
  withEventTexts,
} from './webhook-operations.ts'

/** The parts of an endpoint that the document needs. */
export interface DescribedEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: Scope | 'none'
  readonly showsMoreWithKey?: true
  readonly request: { readonly path?: Part; readonly query?: Part; readonly body?: BodyPart }
  readonly reply: { readonly status: number; readonly schema: GenericSchema | null; readonly contentType?: string }
  readonly refusals?: ReadonlyArray<{ readonly status: number; readonly code: string; readonly when: string }>
  readonly idempotent?: true
  readonly tagged?: true
}

/** The common parts of the operations of one document. */
interface Shared {
  readonly components: Components
  readonly parameters: SharedParameters
  readonly onMissing?: ((field: string) => void) | undefined
}

/** `onMissing` hears of every field and parameter nothing is known about. */
export const openApiDocument = (declared: readonly DescribedEndpoint[], onMissing?: (field: string) => void) => {
  const endpoints = declared.filter((endpoint) => !isPage(endpoint))
  const components = componentsOf(endpoints)
  const shared: Shared = {
    components,
    parameters: sharedParameters(WEBHOOK_HEADERS),
    onMissing,
  }
  const paths = pathsOf(endpoints, shared)
  const closed = closedObjects(endpoints.map(({ request }) => request.body))
  const used = new Set(endpoints.map((endpoint) => endpoint.tag))
  const schemas = namedSchemas(
    Object.fromEntries(
      Object.entries(toJsonSchemaComponents(components, closed)).map(([name, schema]) => [
        name,
        withNotes(schema as Json, name, onMissing),
      ]),
    ),
  )
  const document = {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/', description: 'The address of this document' }],
    security: KEYS,
    tags: [
      ...Object.entries(TAGS).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
      { name: WEBHOOK_EVENTS_TAG, description: HOW_TO_VERIFY },
    ],
    paths: { ...paths, ...streamPath() },
    webhooks: webhookOperations(),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key as it is.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      headers: HEADERS,
      parameters: shared.parameters.all(),
      responses: { ...RESPONSES, ...statusResponses(endpoints), ...WEBHOOK_ANSWERS },
    },
  }
  const named = withNamedSchemas(document, schemas.named)
  const extended = withEventTexts(extendedSchemas(schemas.components()))
  const short = withoutRepeatedExamples(named, extended)
  return { ...short, components: { ...short.components, schemas: withRecordExamples(extended) } }
}

const INFO = {
  title: 'Prediction-market trading service',
  version: VERSION,
  description: `Trades prediction markets on two exchanges through one interface: EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket.

- Orders are stored at once, executed asynchronously and tracked to the end. 202 means stored; the order shows the result at the exchange.
- Prices are YES prices between 0 and 1, exclusive, with at most six decimals. \`buy_flag\` true buys YES, false sells YES.
- Timestamps are UTC, RFC 3339. Ids are UUIDs; an instrument is the integer \`svc_id\`, the same on every deployment.
- An unknown id and an id of another user get the same 404.
- A field or parameter that is not in this document is refused: 422 \`extra_forbidden\`. Replies may gain fields at any time.
- Every POST, and PATCH of an order, accepts an \`Idempotency-Key\`: repeat with the same key whenever an answer was lost.
- Every response carries \`x-request-id\`, and to a key \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\`. Long ones are compressed if asked (\`gzip\`, \`br\`).`,
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The named schemas, and the schemas of every body and reply that has no name yet. */
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

const isObjectSchema = (schema: object): boolean =>
  'type' in schema && (schema.type === 'object' || schema.type === 'record')

const pathsOf = (endpoints: readonly DescribedEndpoint[], shared: Shared): Record<string, Json> => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const described = operation(endpoint, shared)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described }
  }
  return paths
}

const operation = (endpoint: DescribedEndpoint, shared: Shared): Json => {
  const { name, request } = endpoint
  const { components } = shared
  const example = EXAMPLES[name]
  const parameters = [
    ...parametersOf('path', request.path, name, example?.path, shared),
    ...parametersOf('query', request.query, name, example?.query, shared),
    ...(endpoint.idempotent ? [shared.parameters.share(IDEMPOTENCY_KEY, 'IdempotencyKey', '')] : []),
  ]
  return {
    operationId: camel(name),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...descriptionOf(endpoint),
    ...securityOf(endpoint),
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

/** Returns the description, with the codes of the refusals that are special to the endpoint. */
const descriptionOf = ({ description, refusals = [] }: DescribedEndpoint): Json => {
  const codes = new Set(refusals.map(({ code }) => code).filter((code) => code !== 'not_found'))
  const parts = [description ?? [], codes.size === 0 ? [] : `Refusals: \`${[...codes].join('`, `')}\`.`].flat()
  return parts.length === 0 ? {} : { description: parts.join('\n\n') }
}

/** True for a page and its files, which no client of the interface requests. */
const isPage = ({ reply }: DescribedEndpoint): boolean =>
  reply.contentType !== undefined && reply.contentType !== 'application/json'

const bodySchema = (body: NonNullable<BodyPart>, components: Components): Json =>
  'by' in body
    ? { oneOf: [...Object.values(body.of), body.other].map((schema) => toJsonSchema(schema, components)) }
    : { ...toJsonSchema(body, components) }

const bodyExamples = (example: Example | undefined): Json =>
  example?.bodies === undefined
    ? {}
    : {
        examples: Object.fromEntries(
          Object.entries(example.bodies)
            .slice(0, MOST_BODIES)
            .map(([summary, value], index) => [`example${index + 1}`, { summary, value }]),
        ),
      }

/** Number of examples of one body in the document. The guides show the others. */
const MOST_BODIES = 1

const parametersOf = (
  place: 'path' | 'query',
  part: Part,
  operationName: string,
  example: Json | undefined,
  { parameters, onMissing }: Shared,
): readonly Json[] => {
  const { properties = {}, required = [] } = part === undefined ? {} : toJsonSchema(part)
  return Object.entries(properties).map(([name, schema]) => {
    const description = noteOn(operationName, name)
    if (description === undefined) onMissing?.(`${operationName}.${name}`)
    const parameter = {
      name,
      in: place,
      ...(required.includes(name) && { required: true }),
      ...(description === undefined ? {} : { description }),
      ...(isList(schema) ? IN_ONE_TEXT : {}),
      schema,
      ...(example?.[name] === undefined ? {} : { example: example[name] }),
    }
    const word = pascal(name)
    return parameters.share(parameter, place === 'path' ? `${word}InPath` : word, `Of${pascal(operationName)}`)
  })
}

/** A list in a query is one text, its items separated by commas. */
const IN_ONE_TEXT = { style: 'form', explode: false }

const isList = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === 'array'

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A repeat with the same key and the same body within 24 hours has no second effect and gets the same answer, with the header `idempotent-replayed: true`. While the first request runs, a repeat is refused with 409 `idempotency_in_flight`.',
  schema: toJsonSchema(idempotencyKey),
}

const responsesOf = (endpoint: DescribedEndpoint, components: Components, example: Example | undefined): Json => {
  const { scope, refusals = [] } = endpoint
  return {
    [endpoint.reply.status]: successOf(endpoint, components, example),
    ...(endpoint.tagged && { 304: response('NotModified') }),
    // Every endpoint refuses a parameter that it does not know.
    422: response('Invalid'),
    ...(scope === 'none'
      ? { 429: response('Throttled'), default: response('Failed') }
      : { default: response('Refused') }),
    ...Object.fromEntries(refusals.map(({ status }) => [status, response(nameOfRefusal(status))])),
  }
}

const response = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const successOf = (endpoint: DescribedEndpoint, components: Components, example: Example | undefined): Json => {
  const { schema, contentType = 'application/json' } = endpoint.reply
  return {
    description: 'Done',
    ...(schema === null
      ? {}
      : {
          content: {
            [contentType]: {
              schema: toJsonSchema(schema, components),
              ...(isShort(example?.reply) && { example: example?.reply }),
            },
          },
        }),
  }
}

/** True for an example of at most 100 bytes. The schema says enough of a longer reply. */
const isShort = (reply: unknown): boolean => reply !== undefined && JSON.stringify(reply).length <= MOST_REPLY_BYTES

const MOST_REPLY_BYTES = 100

/** How a key is sent. */
const KEYS = [{ apiKey: [] }, { bearer: [] }]

/** Security of an endpoint that needs no key and shows more with one: either. */
const securityOf = ({ scope, showsMoreWithKey }: DescribedEndpoint): object => {
  if (scope !== 'none') return { 'x-scope': scope }
  return { security: showsMoreWithKey === true ? [{}, ...KEYS] : [] }
}
