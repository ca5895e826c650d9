/** Confirmations of previewed requests. */

import type { AgentDay } from '#domain/agents/agent-day.ts'
import type { Confirmation } from '#domain/agents/confirmation.ts'
import type { Millis } from '#domain/kernel/time.ts'

export interface ConfirmationStore {
  /** Strongly consistent. */
  get(confirmationId: string): Promise<Confirmation | null>
  /** Creates it (version 0). Returns false if it exists. */
  save(confirmation: Confirmation): Promise<boolean>
  /** Replaces it and the day, both if their stored versions are the given ones. Writes neither otherwise, and returns false. */
  saveUse(confirmation: Confirmation, day: AgentDay | null): Promise<boolean>
  /** Strongly consistent. Null if agents have confirmed nothing that costs since `startsAt`. */
  dayOf(subaccountId: string, startsAt: Millis): Promise<AgentDay | null>
}
