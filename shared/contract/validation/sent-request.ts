/** A request as it came in, read as far as no schema is needed: texts by name, and the body as a value. */

import { isJsonObject } from './fields/json-number.ts'
import { readBody, type SentBody } from './read-body.ts'
import type { RawRequest } from './request-shape.ts'
import type { Loc } from './validation-item.ts'

export interface SentRequest {
  readonly path: Values
  /** Texts; of a parameter that comes several times, all of its texts. */
  readonly query: Values
  /** By names in lower case. */
  readonly headers: Values
  readonly body: SentBody
  /** In epoch milliseconds. */
  readonly receivedAt: number
}

/** By name. Without a prototype, so that no declared name is ever found there. */
export type Values = Readonly<Record<string, unknown>>

/** Never fails: a body that is no JSON is part of the answer. */
export const readSent = (raw: RawRequest): SentRequest => {
  const headers = named(Object.entries(raw.headers ?? {}).map(([name, text]) => [name.toLowerCase(), text]))
  const type = headers['content-type']
  return {
    path: named(Object.entries(raw.path ?? {})),
    query: queryValues(raw.query ?? ''),
    headers,
    body: readBody(raw.body, typeof type === 'string' ? type : undefined),
    receivedAt: raw.receivedAt,
  }
}

/** The body as it was sent; null when there is none, or none that can be read. */
export const contentOf = ({ body }: Pick<SentRequest, 'body'>): unknown => (body.kind === 'value' ? body.value : null)

/** Returns the sent value at the place of a fault; null if there was none. `loc` begins with the part of the request. */
export const sentAt = (sent: SentRequest, [part, ...inside]: Loc): unknown => {
  const parts: Values = { path: sent.path, query: sent.query, header: sent.headers, body: contentOf(sent) }
  return valueAt(parts[String(part)], inside)
}

const valueAt = (value: unknown, [key, ...inside]: Loc): unknown => {
  if (key === undefined) return value ?? null
  if (Array.isArray(value)) return typeof key === 'number' ? valueAt(value[key], inside) : null
  return isJsonObject(value) && Object.hasOwn(value, key) ? valueAt(value[key], inside) : null
}

const named = (entries: Iterable<readonly [string, unknown]>): Values => {
  const values: Record<string, unknown> = Object.create(null)
  for (const [name, value] of entries) {
    if (value !== undefined) values[name] = value
  }
  return values
}

const queryValues = (query: string): Values => {
  const sent = new URLSearchParams(query)
  return named(
    [...new Set(sent.keys())].map((name) => {
      const [first, ...others] = sent.getAll(name)
      return [name, others.length === 0 ? first : [first, ...others]]
    }),
  )
}
