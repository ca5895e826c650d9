/** One call as a handler sees it, and how a route is declared. */

import type { HttpCall, HttpReply } from '../../engine/http/json-server.ts'
import type { ApiKey, PolymarketWorld } from '../world/world.ts'

export interface SimulatorCall {
  readonly world: PolymarketWorld
  readonly http: HttpCall
  readonly now: number
  readonly params: Readonly<Record<string, string>>
}

export interface KeyedCall extends SimulatorCall {
  readonly key: ApiKey
}

export type Route =
  | {
      readonly access: 'wallet'
      readonly method: string
      readonly path: string
      readonly answer: (call: SimulatorCall) => Promise<HttpReply>
    }
  | {
      readonly access: 'key'
      readonly method: string
      /** Below the host's prefix; `:name` is a parameter. */
      readonly path: string
      /** Calls that modes of the exchange refuse. */
      readonly trades?: 'order' | 'cancel'
      /** Tokens from the bucket of its signer; default 1. */
      readonly tokens?: (call: KeyedCall) => number
      readonly answer: (call: KeyedCall) => HttpReply | Promise<HttpReply>
    }

export const ok = (body: unknown): HttpReply => ({ status: 200, body })
