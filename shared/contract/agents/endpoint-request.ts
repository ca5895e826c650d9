/** Request to the endpoint of a tool, from the arguments of the tool. */

import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { EndpointTool } from './endpoint-tool.ts'

export type ToolArguments = Readonly<Record<string, unknown>>

/**
 * Places each argument: a parameter of the path, else a field of the body, or of the query if the endpoint has no body. The endpoint checks all but
 * the parameters of the path. Dots alone would name another path.
 */
export const toEndpointRequest = (
  { method, path, inputSchema }: Pick<EndpointTool, 'method' | 'path' | 'inputSchema'>,
  given: ToolArguments,
): PreparedRequest | Problem => {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const missing = inPath.find((name) => !['string', 'number'].includes(typeof given[name]) || given[name] === '')
  if (missing !== undefined) return problem(422, 'missing', `The argument ${missing} is required.`)
  const unusable = inPath.find((name) => given[name] === '.' || given[name] === '..')
  if (unusable !== undefined) return problem(422, 'invalid_request', `The argument ${unusable} is not valid.`)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
  const others = Object.entries(given).filter(([name]) => !inPath.includes(name))
  const known = Object.keys(Object(inputSchema['properties'])).filter((name) => !inPath.includes(name))
  if (method !== 'GET' && method !== 'DELETE') {
    const hasBody = known.length > 0 || others.length > 0
    return { method, path: filled, body: hasBody ? JSON.stringify(Object.fromEntries(others)) : null }
  }
  const query = others.filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(Object.fromEntries(query.map(([name, value]) => [name, textOf(value)]))).toString()
  return { method, path: search === '' ? filled : `${filled}?${search}`, body: null }
}

/** A list of values is one text with commas. */
const textOf = (value: unknown): string =>
  typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : String(value)
