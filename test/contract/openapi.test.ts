/** The document describes the endpoints correctly. */

import { readFileSync } from 'node:fs'
import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { toJsonSchema } from '#contract/kernel/json-schema.ts'
import { EXAMPLES } from '#contract/openapi/examples.ts'
import { NOTES } from '#contract/openapi/field-notes.ts'
import { openApiDocument } from '#contract/openapi/openapi-document.ts'
import { STREAM_MESSAGES } from '#contract/openapi/stream-operation.ts'
import { TAGS } from '#contract/openapi/tags.ts'
import { clientMessage, clientMessageRecords } from '#contract/streams/client-message.ts'
import { serverMessage, serverMessageRecords } from '#contract/streams/server-message-records.ts'
import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { WEBHOOK_EVENT_TYPES } from '#domain/webhooks/event.ts'
import { ROUTES } from '#functions/api/routes.ts'

/** The words that `op` may be. */
const opOf = ({ properties = {} }: JsonSchema): readonly unknown[] => {
  const { op } = properties
  return typeof op === 'object' ? (op.enum ?? [op.const]) : []
}

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
}

const operationsIn = (section: object): readonly Operation[] =>
  Object.values(section).flatMap((methods) => Object.values(methods) as Operation[])

/** Lists of words and objects with fields, at any depth. Examples are not looked at. */
const unnamedIn = (value: unknown): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, one]) =>
    name === 'example' || name === 'examples' ? [] : unnamedIn(one),
  )
  const isWords = 'enum' in value && Array.isArray(value.enum)
  const isObject = 'properties' in value && 'type' in value && value.type === 'object'
  return isWords || isObject ? [value, ...inside] : inside
}

/** As clients read it. */
const document = (): ReturnType<typeof openApiDocument> => JSON.parse(JSON.stringify(openApiDocument(specs)))

const specs = ROUTES.map((route) => route.handler.spec)

/** The endpoints that answer with JSON: no pages and files. */
const described = specs.filter(({ reply }) => reply.contentType === undefined)

describe('the OpenAPI document', () => {
  it('equals docs/openapi.json, as the declarations make it (npm run openapi writes it)', () => {
    const written: unknown = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'))
    expect(written).toEqual(JSON.parse(JSON.stringify(openApiDocument(specs))))
  })

  it('gives a limit no default where an answer without it has everything', () => {
    const { parameters } = document().components
    const defaults = ['LimitOfListPositions', 'Limit'].map((name) =>
      JSON.stringify(parameters[name]).includes('"default":100'),
    )
    expect(defaults).toEqual([false, true])
  })

  it('has every endpoint once, with a body schema where one is read', () => {
    const { paths, components } = openApiDocument(specs)
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m} ${path}`),
    )
    const declared = described.map((spec) => `${spec.method.toLowerCase()} ${spec.path}`)
    expect(operations.sort()).toEqual([...declared, `get ${STREAM_PATH}`].sort())
    expect(paths['/v1/orders']).toMatchObject({
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateOrder' } } } },
      },
    })
    expect(components.schemas['CreateOrder']).toMatchObject({ required: ['qty', 'buy_flag', 'subaccount_id'] })
  })

  it('says of every list in a request how many items it may have', () => {
    const { components } = openApiDocument(specs)
    const bodies = Object.values(components.schemas as Record<string, object>).filter(
      (schema) => 'additionalProperties' in schema,
    )
    const listsIn = (node: unknown): readonly object[] => {
      if (typeof node !== 'object' || node === null) return []
      const inside = Object.values(node).flatMap(listsIn)
      return 'items' in node ? [node, ...inside] : inside
    }
    const lists = bodies.flatMap(listsIn)
    expect(lists.length).toBeGreaterThan(3)
    for (const list of lists) expect(list).toMatchObject({ maxItems: expect.any(Number) })
  })

  it('accepts a svc_id alike at every place in a request', () => {
    const { paths, components } = openApiDocument(specs)
    const parameters = Object.values(paths)
      .flatMap((methods) => Object.values(methods) as Array<{ parameters?: Array<{ $ref: string }> }>)
      .flatMap(({ parameters: all = [] }) => all.map(({ $ref }) => $ref.replace('#/components/parameters/', '')))
      .map((shared) => components.parameters[shared] as { name: string; schema: object })
      .flatMap(({ name, schema }) => (name === 'svc_id' ? [schema] : []))
    const bodies = Object.values(components.schemas as Record<string, { properties?: Record<string, object> }>)
      .filter((schema) => 'additionalProperties' in schema)
      .flatMap(({ properties }) => properties?.['svc_id'] ?? [])
    expect(parameters.length).toBeGreaterThan(5)
    expect(bodies.length).toBeGreaterThan(2)
    for (const schema of [...parameters, ...bodies]) expect(schema).toMatchObject({ minimum: 0 })
  })

  it('gives every svc_id 64 bits', () => {
    const text = JSON.stringify(document().components)
    const integers = [...text.matchAll(/"svc_id":(\{"type":[^}]*\})/g)].map(([, schema]) => schema)
    expect(integers.length).toBeGreaterThan(15)
    expect(integers.filter((schema) => !schema?.includes('"format":"int64"'))).toEqual([])
  })

  it('has no chapter that requests and webhooks share', () => {
    const { paths, webhooks } = document()
    const tagsOf = (section: object) => new Set(operationsIn(section).flatMap(({ tags }) => tags))
    const shared = [...tagsOf(paths)].filter((tag) => tagsOf(webhooks).has(tag))
    expect(shared).toEqual([])
  })

  it('has a name and a title for every object and every list of words', () => {
    const { components, ...rest } = document()
    const { schemas, ...parts } = components
    const named = Object.entries<Json>(schemas).map(([name, schema]) => {
      expect(schema['title'], name).toBe(name)
      // A schema that extends another one has its own fields in the second part of `allOf`.
      return (Array.isArray(schema['allOf']) ? schema['allOf'] : [schema]).map(
        ({ enum: _words, properties = {}, examples: _examples, ...inside }: Json) => ({ properties, inside }),
      )
    })
    expect(unnamedIn(named)).toEqual([])
    expect(unnamedIn({ parts, rest })).toEqual([])
    expect(Object.keys(schemas)).not.toContain('ValidationError')
  })

  it('names the field that distinguishes a change from the others', () => {
    const { schemas } = openApiDocument(specs).components
    const types = WEBHOOK_EVENT_TYPES.filter((type) => type !== 'webhook.test')
    for (const name of ['Change', 'StreamChange']) {
      expect(schemas[name]).toMatchObject({ discriminator: { propertyName: 'type' } })
      const { discriminator, oneOf } = schemas[name] as { discriminator: { mapping: object }; oneOf: object[] }
      expect(Object.keys(discriminator.mapping)).toEqual(types)
      expect(oneOf.map((one) => Object.values(one)[0])).toEqual(Object.values(discriminator.mapping))
    }
  })

  it('leaves out pages and their files, which no client requests', () => {
    const operations = operationsIn(document().paths).map(({ operationId }) => operationId)
    const pages = ['getConsole', 'getConsoleFile', 'getDocs', 'getDocsScript', 'getRoot']
    expect(operations.filter((operation) => pages.includes(operation))).toEqual([])
  })

  it('has 228 KB at most', () => {
    expect(Buffer.byteLength(JSON.stringify(document()))).toBeLessThanOrEqual(228_000)
  })

  it('says of every endpoint that it refuses what it does not know', () => {
    const { paths } = openApiDocument(specs)
    const silent = described
      .filter(({ path, method }) => {
        const operations = paths[path] as Record<string, { responses: object }>
        return !('422' in (operations[method.toLowerCase()]?.responses ?? {}))
      })
      .map(({ method, path }) => `${method} ${path}`)
    expect(silent).toEqual([])
  })

  it('says what every field and every parameter is', () => {
    const missing: string[] = []
    openApiDocument(specs, (field) => missing.push(field))
    expect(missing, 'say what these are in the notes beside the schemas').toEqual([])
  })

  it('takes each note from one place', () => {
    const fields = NOTES.flatMap((notes) => Object.keys(notes))
    expect(fields.filter((field, place) => fields.indexOf(field) !== place)).toEqual([])
  })

  it('has an example of every body, of every parameter that has to be there and of every reply', () => {
    const missing = specs.flatMap(({ name, request, reply }) => [
      ...(request.path !== undefined && EXAMPLES[name]?.path === undefined ? [`${name}.path`] : []),
      ...(request.body !== undefined && EXAMPLES[name]?.bodies === undefined ? [`${name}.bodies`] : []),
      ...(reply.schema !== null && EXAMPLES[name]?.reply === undefined ? [`${name}.reply`] : []),
    ])
    expect(missing, 'write these in the examples beside the schemas').toEqual([])
  })

  it('names every event that a webhook may be sent, by its type', () => {
    const { WebhookEvent } = document().components.schemas
    const { discriminator } = WebhookEvent as { discriminator: { propertyName: string; mapping: object } }
    expect(discriminator.propertyName).toBe('type')
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...WEBHOOK_EVENT_TYPES].sort())
  })

  it.each(Object.entries(STREAM_MESSAGES))(
    'has an example of a message of the stream that fits its schema: %s',
    (_, message) => {
      expect(v.safeParse(v.union([clientMessage, serverMessage]), message).issues).toBeUndefined()
    },
  )

  it('has an example of each kind of message of the stream', () => {
    const kinds = new Set(Object.values(STREAM_MESSAGES).map(({ op }) => op))
    const reported = [...Object.values(clientMessageRecords), ...Object.values(serverMessageRecords)]
    const declared = reported.flatMap((schema) => ('entries' in schema ? opOf(toJsonSchema(schema)) : []))
    expect([...kinds].sort()).toEqual([...new Set(declared)].sort())
  })

  it('puts every endpoint into a chapter that says what it is about', () => {
    const strangers = specs.filter(({ tag }) => TAGS[tag] === undefined).map(({ name, tag }) => `${name}: ${tag}`)
    expect(strangers, 'describe these chapters in shared/contract/openapi/tags.ts').toEqual([])
  })

  it('lets no two Lambdas share a name', () => {
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(specs.length)
  })
})
