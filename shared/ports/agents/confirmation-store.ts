/** Confirmations of previewed requests. */

import type { Confirmation } from '#domain/agents/confirmation.ts'

export interface ConfirmationStore {
  /** Strongly consistent. */
  get(confirmationId: string): Promise<Confirmation | null>
  /** Creates (version 0) or replaces it if the stored version is the given one. Returns false otherwise. */
  save(confirmation: Confirmation): Promise<boolean>
}
