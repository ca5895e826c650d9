/** The exchange accounts that the service follows, as stored. */

import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import { credentialsStore } from '#adapters/store/accounts/credentials.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import { chunked } from '#domain/kernel/chunked.ts'
import { HOUR, type Millis } from '#domain/kernel/time.ts'

export interface FollowedAccount extends AccountRef {
  readonly userId: string
  readonly checks: readonly ReadinessCheck[]
  readonly sync: AccountSync | null
}

/** Every account with credentials is polled within the hour. */
const AHEAD = 2 * HOUR
const MOST = 2_000
const AT_ONCE = 50

/** Accounts with credentials. Accounts without credentials are not followed. */
export const followedAccounts = async (table: Table, now: Millis): Promise<readonly FollowedAccount[]> => {
  const due = await dueWork(table, now + AHEAD, MOST)
  const accounts: FollowedAccount[] = []
  for (const some of chunked(
    due.filter((work) => work.kind === 'account'),
    AT_ONCE,
  ))
    accounts.push(
      ...(await Promise.all(some.map((account) => readAccount(table, account)))).filter((one) => one !== null),
    )
  return accounts
}

const readAccount = async (table: Table, { subaccountId, exchange }: AccountRef): Promise<FollowedAccount | null> => {
  const credentials = credentialsStore(table)
  const [record, { checks }, sync] = await Promise.all([
    credentials.get(subaccountId, exchange),
    credentials.readiness(subaccountId, exchange),
    accountSyncStore(table).get(subaccountId, exchange),
  ])
  return record === null ? null : { subaccountId, exchange, userId: record.userId, checks, sync }
}
