/** Name of the account at the exchange, and the sync of an account that replaces another. */

import { DAY, type Millis } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'

/**
 * Names the holder whose orders, fills and positions an exchange reports: an account, and one of its wallets if a key
 * signs for several.
 */
export interface HolderName {
  /** The exchange's name of the account. */
  readonly account: string
  /** The same, with its wallet where there are several. */
  readonly holder: string
}

/**
 * True if the sync is about that holder. Null if that is unknown: the account was not polled yet, or only before
 * wallets were distinguished.
 */
export const isAbout = (
  { account: known }: Pick<AccountSync, 'account'>,
  { account, holder }: HolderName,
): boolean | null => {
  if (known === holder) return true
  return known === null || known === account ? null : false
}

/**
 * Returns the state for this account. For an account that was never polled, all earlier trades are read too; the polls
 * read from `overlap` before the cursor on. An account that replaces another begins a day back.
 */
export const ofAccount = (state: AccountSync, name: HolderName, overlap: number, now: Millis): AccountSync => {
  const { holder } = name
  if (state.account === holder) return state
  if (state.account !== null && isAbout(state, name) === null) return { ...state, account: holder }
  const cursor = state.account === null ? state.cursor : now - DAY
  return {
    ...state,
    account: holder,
    cursor,
    reconciledAt: now,
    history: { before: cursor - overlap, cursor: null },
    positionsReadAt: 0,
    holds: false,
    settling: false,
  }
}
