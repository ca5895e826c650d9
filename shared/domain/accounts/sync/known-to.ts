/** Times up to which fills and positions of several accounts are known. */

import type { Millis } from '../../kernel/time.ts'
import type { AccountSync } from './account-sync.ts'

/** Returns the time up to which all fills of these accounts are stored; null before the first poll and while earlier fills are being read. */
export const fillsKnownTo = (accounts: readonly AccountSync[]): Millis | null =>
  oldest(accounts.filter(isFollowed).map(({ account, history, cursor }) => (account && history === null ? cursor : 0)))

/** Returns the oldest of the last reads of positions of these accounts; null if one was never read. */
export const allPositionsReadAt = (accounts: readonly AccountSync[]): Millis | null =>
  oldest(accounts.filter(isFollowed).map(({ positionsReadAt }) => positionsReadAt))

/** An account without credentials is not polled, and would keep the others from ever being up to date. */
const isFollowed = ({ active, dueAt }: AccountSync): boolean => active || dueAt !== null

const oldest = (times: readonly Millis[]): Millis | null => (times.length === 0 ? null : Math.min(...times) || null)
