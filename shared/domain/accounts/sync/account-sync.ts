/** State of the sync of one exchange account. A sync is active while orders or exits of the account need to be followed, else idle. */

import type { Millis } from '../../kernel/time.ts'
import type { AccountRef } from '../account-ref.ts'

export interface AccountSync extends AccountRef {
  readonly active: boolean
  /** Number of the last poll. A message names the poll that it requests, so a repeated message starts no second chain. */
  readonly poll: number
  /** Time of the last activation. */
  readonly activatedAt: Millis
  /** Everything the exchange reported up to here has been stored. */
  readonly cursor: Millis
  /** When fills well before the cursor were last read again, to catch late ones. */
  readonly reconciledAt: Millis
  /** The `holder` of `HolderName`; null before the first poll. */
  readonly account: string | null
  /** How far back the fills from before our time have been read; null once all are stored. */
  readonly history: History | null
  /** When positions and their values were last read; 0 if never. */
  readonly positionsReadAt: Millis
  /** The account had positions then. */
  readonly holds: boolean
  /** True if another poll has to confirm the positions: a difference, a recount, or a fill that may be reversed. */
  readonly settling: boolean
  /** Ids of the wallet actions that are not over, in their order. */
  readonly actions: readonly string[]
  /** When the next step of the first action is due; null without one. */
  readonly actAt: Millis | null
  /** Start of the stored request to the watch to hold the private stream of the account; null without one. */
  readonly streamedAt: Millis | null
  /**
   * When the sweeper starts a chain of polls: if the present one has died, or for the regular poll of an idle account.
   * Null for an account without credentials, which is not polled.
   */
  readonly dueAt: Millis | null
  readonly version: number
}

/** The fills before an instant are read page by page, from the newest; the cursor is where the next page begins. */
export interface History {
  readonly before: Millis
  readonly cursor: string | null
}
