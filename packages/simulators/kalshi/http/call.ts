/** One call as a handler sees it, and how a route is declared. */

import type { HttpReply } from '../../engine/http/json-server.ts'
import type { KalshiWorld } from '../world/world.ts'
import { type BodyReader, readBody } from './request-body.ts'
import { type QueryReader, readQuery } from './request-query.ts'
import type { ApiKey, Scope } from './verify-request.ts'

export interface SimulatorCall {
  readonly world: KalshiWorld
  readonly now: number
  readonly params: Readonly<Record<string, string>>
  readonly query: (operation: string) => QueryReader
  readonly body: (struct: string) => BodyReader
  /** The account of the key; calls without a key have none. */
  readonly account: string
  readonly key: ApiKey | null
}

/** Charge of a write: tokens, and the shard whose bucket pays (`auto`: all of them). */
export interface Charge {
  readonly cost: number
  readonly shard: number | 'auto'
}

export interface Route {
  readonly method: string
  /** Below the base path; `:name` is a parameter. */
  readonly path: string
  /** Null: no key needed. */
  readonly scope: Scope | null
  readonly cost?: number
  /** True if the call draws on the bucket of the balance alone. */
  readonly isBalance?: boolean
  /** Present on calls that draw from the write bucket. */
  readonly charge?: (call: SimulatorCall) => Charge
  /** Calls that still work while trading or the whole exchange is paused. */
  readonly pausedBy?: 'trading' | 'exchange'
  /** True if a shared cache stands in front of it. */
  readonly cached?: boolean
  readonly answer: (call: SimulatorCall) => HttpReply
}

export const ok = (body: unknown): HttpReply => ({ status: 200, body })

export const callOf = (
  world: KalshiWorld,
  http: {
    readonly query: URLSearchParams
    readonly body: string
    readonly header: (name: string) => string | undefined
  },
  params: Readonly<Record<string, string>>,
  key: ApiKey | null,
): SimulatorCall => ({
  world,
  now: world.clock(),
  params,
  key,
  account: key?.account ?? '',
  query: (operation) => readQuery(http.query, operation),
  body: (struct) => readBody(http.body, http.header('content-type'), struct),
})
