/** A call that needs no key, as the handlers of market data see it. */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { MarketReads } from '../world/market-reads.ts'

export interface PublicCall {
  readonly reads: MarketReads
  readonly method: string
  /** Without the host's prefix. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
}

/** Null: not one of these routes. */
export type PublicHandler = (call: PublicCall) => HttpReply | null

/** The CLOB's refusals. */
export const clobError = (status: number, error: string): HttpReply => ({ status, body: { error } })

/** The path after `prefix`, if it is one more segment. */
export const segmentAfter = (path: string, prefix: string): string | null => {
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : ''
  return rest === '' || rest.includes('/') ? null : decoded(rest)
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
