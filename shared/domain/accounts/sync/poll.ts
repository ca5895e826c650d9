/** Begins and ends one poll of an account, and finds the time from which it reads fills. */

import { DAY, MINUTE, type Millis } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'
import { POLL_CHAIN_LOST_AFTER } from './activate.ts'

/** Begins a poll: reserves its number, and delays the sweeper. Due dates move rarely, because each move is a write. */
export const beginPoll = (state: AccountSync, now: Millis): AccountSync => ({
  ...state,
  active: true,
  poll: state.poll + 1,
  dueAt: runsFor(state, now) < POLL_CHAIN_LOST_AFTER / 2 ? now + POLL_CHAIN_LOST_AFTER : state.dueAt,
})

/** Time until the due date of a chain of polls, in ms; 0 without a chain. */
const runsFor = ({ active, dueAt }: AccountSync, now: Millis): number => (active && dueAt !== null ? dueAt - now : 0)

/**
 * Returns the time from which this poll reads fills: `overlap` ms before the cursor, so that late fills are caught. Repeats change nothing.
 * Once a day it is two days back.
 */
export const readFrom = (state: AccountSync, overlap: number, now: Millis): Millis =>
  now - state.reconciledAt >= DAY ? Math.min(state.cursor - overlap, now - 2 * DAY) : state.cursor - overlap

/**
 * Returns the state after a poll that stored everything up to `asOf`. The same object if nothing is worth a write. `isWritten`: the state is
 * written anyway.
 */
export const endPoll = (state: AccountSync, asOf: Millis, isWritten: boolean, now: Millis): AccountSync => {
  const reconciled = now - state.reconciledAt >= DAY
  if (!isWritten && !reconciled && asOf - state.cursor < MINUTE) return state
  return { ...state, cursor: Math.max(state.cursor, asOf), reconciledAt: reconciled ? now : state.reconciledAt }
}
