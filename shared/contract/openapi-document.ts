/** The OpenAPI 3.1 document, made from the declarations of the endpoints and nothing else. */

import type { GenericSchema } from 'valibot'
import { toJsonSchema, toJsonSchemaComponents } from './json-schema.ts'
import { problemBody } from './problem-body.ts'
import type { BodyPart, Part } from './validation/request-shape.ts'
import { httpValidationError, validationError } from './validation/validation-error.ts'

/** What the document needs to know of an endpoint. */
export interface DescribedEndpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly scope: 'read' | 'trade' | 'none'
  readonly request: { readonly path?: Part; readonly query?: Part; readonly body?: BodyPart }
  readonly reply: { readonly status: number; readonly schema: GenericSchema | null }
  readonly refusals?: ReadonlyArray<{ readonly status: number; readonly code: string; readonly when: string }>
  readonly idempotent?: true
}

type Json = Readonly<Record<string, unknown>>

const COMPONENTS = { HTTPValidationError: httpValidationError, ValidationError: validationError, Problem: problemBody }

export const openApiDocument = (endpoints: readonly DescribedEndpoint[]) => ({
  openapi: '3.1.0',
  info: {
    title: 'Prediction-market trading service',
    version: '1.0.0',
    description:
      'Trades prediction markets on two exchanges through one interface. Orders are stored at once, executed asynchronously and tracked to the end. Prices are YES prices between 0 and 1; timestamps are UTC.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The address this document was read from' }],
  security: [{ apiKey: [] }, { bearer: [] }],
  tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
  paths: pathsOf(endpoints),
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    schemas: toJsonSchemaComponents(COMPONENTS),
  },
})

const pathsOf = (endpoints: readonly DescribedEndpoint[]): Record<string, Json> => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return paths
}

const operation = (endpoint: DescribedEndpoint): Json => {
  const { request } = endpoint
  const parameters = [
    ...parametersOf('path', request.path),
    ...parametersOf('query', request.query),
    ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    operationId: endpoint.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    ...(endpoint.scope === 'none' ? { security: [] } : { 'x-scope': endpoint.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request.body === undefined
      ? {}
      : { requestBody: { required: true, content: json(bodyJsonSchema(request.body)) } }),
    responses: responsesOf(endpoint),
  }
}

const bodyJsonSchema = (body: NonNullable<BodyPart>): Json =>
  'by' in body
    ? { oneOf: Object.entries(body.of).map(([title, schema]) => ({ title, ...toJsonSchema(schema) })) }
    : { ...toJsonSchema(body) }

const parametersOf = (place: 'path' | 'query', part: Part): readonly Json[] => {
  const { properties = {}, required = [] } = part === undefined ? {} : toJsonSchema(part)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body within 24 hours is carried out once and answered twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const responsesOf = (endpoint: DescribedEndpoint): Json => {
  const { status, schema } = endpoint.reply
  const refusals = [...(endpoint.scope === 'none' ? [] : KEY_REFUSALS), ...(endpoint.refusals ?? [])]
  const statuses = [...new Set(refusals.map((refusal) => refusal.status))].sort()
  return {
    [status]: { description: endpoint.summary, ...(schema === null ? {} : { content: json(toJsonSchema(schema)) }) },
    ...Object.fromEntries(
      statuses.map((refused) => {
        const cases = refusals.filter((refusal) => refusal.status === refused)
        const description = cases.map(({ code, when }) => `\`${code}\`: ${when}`).join('; ')
        return [refused, { description, content: json({ $ref: '#/components/schemas/Problem' }) }]
      }),
    ),
    422: {
      description: 'The request is not valid: every fault in one answer',
      content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
    },
  }
}

const KEY_REFUSALS = [
  { status: 401, code: 'unauthenticated', when: 'no valid API key was sent' },
  { status: 403, code: 'scope_missing', when: 'the key may not do this' },
  { status: 413, code: 'body_too_large', when: 'the body is larger than 64 KiB' },
  { status: 429, code: 'too_many_requests', when: 'the key is used too fast; Retry-After says when to try again' },
]

const json = (schema: unknown): Json => ({ 'application/json': { schema } })
