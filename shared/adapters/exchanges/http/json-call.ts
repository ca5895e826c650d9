/** One call of a JSON interface: its address, the sent text, and the fields of its answer. */

import type { HttpAnswer, HttpRequest } from './http.ts'
import { brokenLimit } from './json-limits.ts'
import { pageTitle } from './page-title.ts'
import { strikeSecrets } from './strike-secrets.ts'

export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the base URL, without a query. */
  readonly path: string
  /** A list is sent with its name repeated for each member. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>
  /** Exact text that is signed and sent. */
  readonly body?: string
  /** Longest answer that is read, in bytes, if other than the default. */
  readonly mostBytes?: number
  /** True if an answer without a body means null. */
  readonly emptyIsNull?: boolean
  /** Statuses that mean "not found", whoever answers with them. */
  readonly missing?: readonly number[]
}

/** An answer of the exchange, or why there is none. `too_fast`: our own budget did not allow the call. */
export type CallResult = Answered | { readonly kind: 'too_fast'; readonly waitMs: number } | NoAnswer

export interface Answered extends Pick<HttpAnswered, 'kind' | 'status' | 'retryAfterMs' | 'namesBucket' | 'ageMs'> {
  /** Undefined for an answer that is no JSON, such as the HTML of a front door. Null is a JSON answer. */
  readonly body: unknown
  /** Title of the page that came in place of JSON; absent if none came. */
  readonly page?: string
}

export type HttpAnswered = Extract<HttpAnswer, { kind: 'answered' }>
type NoAnswer = Exclude<HttpAnswer, { kind: 'answered' }>

export const urlOf = (base: string, { path, query }: Pick<JsonCall, 'path' | 'query'>): URL => {
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined) url.searchParams.append(name, String(one))
    }
  }
  return url
}

export const requestOf = (
  { method, body, mostBytes }: JsonCall,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): HttpRequest => ({
  method,
  url,
  headers: { ...HEADERS, ...headers, ...(body === undefined ? {} : JSON_BODY) },
  ...(body === undefined ? {} : { body }),
  ...(mostBytes === undefined ? {} : { mostBytes }),
  timeoutMs: CALL_TIMEOUT_MS,
  signal,
})

const CALL_TIMEOUT_MS = 10_000

/**
 * Calls without a user agent are refused at the front door, or get an empty answer (Kalshi live reference, section 2.2;
 * Polymarket reference, section 1).
 */
const HEADERS = { accept: 'application/json', 'user-agent': 'prediction-market-trading/1.0' }
const JSON_BODY = { 'content-type': 'application/json' }

/**
 * Reads an answer without the `secrets` that its request contained. `isData`: the body is public, and is read
 * unchanged.
 */
export const readAnswer = (
  { text, kind, status, retryAfterMs, namesBucket, ageMs }: HttpAnswered,
  { method, emptyIsNull = false }: JsonCall,
  secrets: Readonly<Record<string, string>>,
  isData = false,
): Answered | NoAnswer => {
  const reason = brokenLimit(text)
  if (reason !== null) return { kind: 'no_answer', reason }
  // A successful read is data: it may contain the id of the key in its request.
  const words = method === 'GET' && status === 200 ? text : strikeSecrets(text, secrets)
  const body = emptyIsNull && text.trim() === '' ? null : parsed(isData ? text : words)
  const page = body === undefined ? pageTitle(words) : null
  return { kind, status, body, ...(page === null ? {} : { page }), retryAfterMs, namesBucket, ageMs }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
