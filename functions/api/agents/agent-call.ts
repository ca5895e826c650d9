/** One call of an agent: its caller, and the services that its tools use. */

import type { Caller } from '#lambda/call.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import type { KeyHeaders, OwnEndpoints } from '#ports/agents/own-endpoints.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { Ids } from '#ports/kernel/ids.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { IdempotencyStore } from '#ports/orders/idempotency-store.ts'

export interface AgentDeps {
  readonly ownEndpoints: OwnEndpoints
  readonly confirmations: ConfirmationStore
  readonly subaccounts: Pick<SubaccountStore, 'get'>
  readonly idempotency: Pick<IdempotencyStore, 'get'>
  readonly clock: Clock
  readonly ids: Pick<Ids, 'uuid'>
  readonly log: Log
}

export interface AgentCall {
  readonly deps: AgentDeps
  readonly caller: Caller
  /** Headers with the key of the caller. */
  readonly keyHeaders: KeyHeaders
  readonly signal: AbortSignal
}
