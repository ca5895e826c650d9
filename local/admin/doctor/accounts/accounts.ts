/** Checks whether the followed exchange accounts can trade, and whether their exchange still lets the service read them. */

import { subaccountStore } from '#adapters/store/accounts/subaccounts.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import { HOUR, MINUTE, type Millis } from '#domain/kernel/time.ts'
import { duration } from '../duration.ts'
import { type Examination, type Examined, ill, note, type Observation, well } from '../finding.ts'
import { type FollowedAccount, followedAccounts } from './followed-accounts.ts'

/** Orders go out without a relayer key. Then the owner of the wallet approves and redeems. */
const NEEDED_BY_FEW = ['relayer_key']

const SHARD = /^balance_shard_/

/** An account that is read later than its regular poll by more than this is not read at all. */
const LATE = 15 * MINUTE
/** Orders rest or wait: the account is read each minute. */
const LATE_ACTIVE = 5 * MINUTE

export const accounts: Examination = {
  what: 'accounts',
  ifBlind: 'Check that the table can be read.',
  look: async (examined) => {
    const followed = await followedAccounts(examined.table, examined.now)
    const found = followed.flatMap((account) => [...lacks(account, examined.now), ...unread(account, examined.now)])
    const halted = await haltedOf(examined, followed)
    const all = found.some(({ ok }) => !ok) ? [] : [well(summary(followed, examined.now))]
    return [...all, ...found, ...halted]
  },
}

const summary = (followed: readonly FollowedAccount[], now: Millis): string => {
  const counted = `${followed.length} are synced, none of them lacks anything`
  if (followed.length === 0) return counted
  const readAt = Math.min(...followed.map(({ sync }) => sync?.cursor ?? 0))
  const checkedAt = Math.min(...followed.flatMap(({ checks }) => checks.map((check) => check.checkedAt)))
  const checked = Number.isFinite(checkedAt) ? `; keys and money checked ${duration(now - checkedAt)} ago` : ''
  return `${counted}; read from their exchange ${duration(now - readAt)} ago${checked}`
}

const named = ({ exchange, subaccountId }: FollowedAccount): string => `${exchange} of subaccount ${subaccountId}`

/** Failed checks, with their age. */
const lacks = (account: FollowedAccount, now: Millis): readonly Observation[] =>
  account.checks
    .filter(({ check, ok }) => ok === false && !NEEDED_BY_FEW.includes(check))
    .map((failed) => {
      const words = `${named(account)}: ${failed.check}. ${failed.detail} Checked ${duration(now - failed.checkedAt)} ago.`
      // Money on another shard trades in the markets of that shard.
      return isOneEmptyShard(failed, account.checks)
        ? note(words)
        : ill(words, 'Its owner sees the same in GET …/credentials, which also checks again.')
    })

const isOneEmptyShard = ({ check }: ReadinessCheck, checks: readonly ReadinessCheck[]): boolean =>
  SHARD.test(check) && checks.some((other) => SHARD.test(other.check) && other.ok === true)

/** An account that the exchange has not shown for longer than its polls are apart. */
const unread = (account: FollowedAccount, now: Millis): readonly Observation[] => {
  const { sync } = account
  if (sync === null) return []
  const since = now - sync.cursor
  const regular = sync.holds ? 5 * MINUTE : HOUR
  if (since <= (sync.active ? LATE_ACTIVE : regular + LATE)) return []
  return [
    ill(
      `${named(account)} was last read ${duration(since)} ago: fills and ends of orders since are unknown.`,
      'npm run admin -- logs --function sync-account --problems says why.',
    ),
  ]
}

const haltedOf = async ({ table }: Examined, followed: readonly FollowedAccount[]): Promise<readonly Observation[]> => {
  const places = new Map(followed.map(({ userId, subaccountId }) => [subaccountId, { userId, subaccountId }]))
  return (await subaccountStore(table).getMany([...places.values()])).flatMap(haltOf)
}

const haltOf = ({ subaccountId, limits, isActive }: Subaccount): readonly Observation[] => {
  if (!isActive)
    return [note(`Subaccount ${subaccountId} takes no new orders: is_active is false (PATCH …/subaccounts).`)]
  if (!limits.halted) return []
  return [
    note(
      `Subaccount ${subaccountId} is halted: only orders that reduce a position are accepted (PUT …/limits lifts it).`,
    ),
  ]
}
