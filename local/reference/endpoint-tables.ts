/** Tables of docs/endpoints.md: one for each tag, made from the declarations of the endpoints. */

import { toJsonSchema } from '#contract/kernel/json-schema.ts'
import type { DescribedEndpoint } from '#contract/openapi/openapi-document.ts'
import { STREAM_SUMMARY } from '#contract/openapi/stream-operation.ts'
import { STREAM_PATH } from '#contract/streams/stream-path.ts'
import { markdownTable } from './fill-tables.ts'

/** Returns the table of each tag. A table has the endpoints in the order of `endpoints`. */
export const endpointTables = (endpoints: readonly DescribedEndpoint[]): ReadonlyMap<string, string> => {
  const tags = Map.groupBy([STREAM, ...endpoints], ({ tag }) => tag)
  return new Map([...tags].map(([tag, group]) => [tag, markdownTable(HEAD, group.map(rowOf))]))
}

const HEAD = ['endpoint', 'scope', 'what it does', 'query or body']

type Described = Pick<DescribedEndpoint, 'method' | 'path' | 'tag' | 'scope' | 'summary' | 'request' | 'reply'>

/** The stream, which no function answers and no declaration describes. */
const STREAM: Described = {
  method: 'GET',
  path: STREAM_PATH,
  tag: 'Streams',
  scope: 'read',
  summary: STREAM_SUMMARY,
  request: {},
  reply: { status: 101, schema: null },
}

const rowOf = ({ method, path, scope, summary, request, reply }: Described): readonly string[] => [
  `\`${method} ${path}\``,
  scope,
  reply.status === 200 ? summary : `${summary} (${reply.status})`,
  [...fieldsOf(request.query), ...bodyFieldsOf(request.body)].join(', '),
]

/** Returns the fields of a body. A body with several schemas has the fields of all. */
const bodyFieldsOf = (body: Described['request']['body']): readonly string[] => {
  if (body === undefined || !('by' in body)) return fieldsOf(body)
  return [...new Set(Object.values(body.of).flatMap(fieldsOf))]
}

/** Returns the fields of an object in backticks, each with its default. */
const fieldsOf = (schema: Described['request']['query']): readonly string[] => {
  const { properties = {} } = schema === undefined ? {} : toJsonSchema(schema)
  return Object.entries(properties).map(([name, field]) => {
    const preset = typeof field === 'object' ? field.default : undefined
    if (typeof preset === 'string') return `\`${name}\` (\`${preset}\`)`
    return typeof preset === 'number' || typeof preset === 'boolean' ? `\`${name}\` (${preset})` : `\`${name}\``
  })
}
