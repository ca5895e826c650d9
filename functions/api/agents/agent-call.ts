/** One call of an agent: its caller, and the services that its tools use. */

import type { Caller } from '#lambda/call.ts'
import type { KeyHeaders, OwnEndpoints } from '#ports/agents/own-endpoints.ts'
import type { Log } from '#ports/kernel/log.ts'

export interface AgentDeps {
  readonly ownEndpoints: OwnEndpoints
  readonly log: Log
}

export interface AgentCall {
  readonly deps: AgentDeps
  readonly caller: Caller
  /** Headers with the key of the caller. */
  readonly keyHeaders: KeyHeaders
  readonly signal: AbortSignal
}
