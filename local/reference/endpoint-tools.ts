/** The tools of agents, made from the operations of the OpenAPI document. */

import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'
import { TOOL_CATALOGUE } from '#contract/agents/tool-catalogue.ts'
import { camel, isJson, type Json } from '#contract/openapi/document-parts.ts'
import { type DescribedEndpoint, openApiDocument } from '#contract/openapi/openapi-document.ts'
import { agentWords } from './agent-words.ts'

export const ENDPOINT_TOOLS_FILE = 'functions/api/agents/endpoint-tools.ts'

/** Returns the module with one tool for each entry of the catalogue. Throws if an endpoint does not exist, or needs no key. */
export const endpointToolsModule = (endpoints: readonly DescribedEndpoint[]): string => {
  const document = openApiDocument(endpoints)
  const root: Json = JSON.parse(JSON.stringify(document))
  const words = (text: string): string => agentWords(text, endpoints)
  const tools = TOOL_CATALOGUE.map(({ name, endpoint, preview = null }): EndpointTool => {
    const spec = endpoints.find((one) => one.name === endpoint)
    if (spec === undefined || spec.scope === 'none') throw new Error(`${endpoint} is no endpoint with a key`)
    const { method, path, summary, description, scope } = spec
    const operation = at(root, ['paths', path, method.toLowerCase()])
    if (operation['operationId'] !== camel(endpoint)) throw new Error(`${method} ${path} is not ${endpoint}`)
    return {
      name,
      title: summary,
      description: words(description === undefined ? `${summary}.` : `${summary}. ${description}`),
      method,
      path,
      scope,
      preview,
      inputSchema: inputSchema(root, operation, words),
    }
  })
  return `/** Written by \`npm run openapi\` from the declarations of the endpoints. */

import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'

export const SERVICE_VERSION = '${document.info.version}'

export const ENDPOINT_TOOLS: readonly EndpointTool[] = ${JSON.stringify(tools, null, 1)}
`
}

/** Fields of path, query and body in one object. No two have the same name. */
const inputSchema = (root: Json, operation: Json, words: (text: string) => string): EndpointTool['inputSchema'] => {
  const parameters = listOf(operation['parameters'])
    .map((one) => inlined(root, one, []))
    .filter(isJson)
    .filter((one) => one['in'] !== 'header')
  const body = operation['requestBody'] === undefined ? {} : bodySchema(root, operation)
  const fields = parameters.map((one) => {
    const { description, schema } = one
    return [
      String(one['name']),
      { ...(typeof description === 'string' && { description: words(description) }), ...Object(schema) },
    ] as const
  })
  const required = [
    ...parameters.filter((one) => one['required'] === true).map((one) => String(one['name'])),
    ...listOf(body['required']).map(String),
  ]
  return {
    type: 'object',
    properties: { ...Object.fromEntries(fields), ...Object(body['properties']) },
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

const bodySchema = (root: Json, operation: Json): Json => {
  const schema = at(operation, ['requestBody', 'content', 'application/json'])['schema']
  const whole = inlined(root, schema, [])
  if (!isJson(whole)) throw new Error('a body has no schema')
  return whole
}

/** Parts of a schema that only readers of the document need. */
const LEFT_OUT = new Set(['title', 'example', 'examples', 'discriminator'])

/** The schema with every reference replaced by its target. */
const inlined = (root: Json, value: unknown, within: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((one) => inlined(root, one, within))
  if (!isJson(value)) return value
  const reference = value['$ref']
  if (typeof reference === 'string') {
    if (within.includes(reference)) throw new Error(`${reference} holds itself`)
    const { $ref: _reference, ...more } = value
    const target = inlined(root, at(root, reference.slice(2).split('/')), [...within, reference])
    return { ...Object(target), ...Object(inlined(root, more, within)) }
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      LEFT_OUT.has(name) && !isFieldCalled(name, one) ? [] : [[name, inlined(root, one, within)]],
    ),
  )
}

/** True for a field that has the name of a word of JSON Schema. */
const isFieldCalled = (name: string, value: unknown): boolean =>
  name === 'title' && isJson(value) && value['type'] !== undefined

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const at = (root: Json, [name, ...inside]: readonly string[]): Json => {
  if (name === undefined) return root
  const next = root[name]
  if (!isJson(next)) throw new Error(`the document has no ${name}`)
  return at(next, inside)
}
