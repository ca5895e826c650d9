/** The dead man's switches of subaccounts; see `domain/risk/dead-mans-switch.ts`. */

import type { DeadMansSwitch } from '#domain/risk/dead-mans-switch.ts'

export interface DeadMansSwitchStore {
  /** Strongly consistent; null where none is set. */
  get(subaccountId: string): Promise<DeadMansSwitch | null>
  /** Creates (version 0) or replaces it, provided the stored version is the one given. */
  save(one: DeadMansSwitch): Promise<boolean>
  /** Provided the stored version is the one given. */
  remove(one: DeadMansSwitch): Promise<boolean>
}
