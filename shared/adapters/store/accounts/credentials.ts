/** Sealed exchange credentials in the table, and the claim that binds an exchange account to one subaccount of a user. */

import type { CredentialsRecord } from '#domain/accounts/credentials.ts'
import type { ReadinessCheck } from '#domain/accounts/readiness.ts'
import type { Subaccount } from '#domain/accounts/subaccount.ts'
import type { AccountSync } from '#domain/accounts/sync/account-sync.ts'
import type { CredentialsStore } from '#ports/accounts/credentials-store.ts'
import {
  exchangeValue,
  flag,
  id,
  idBehind,
  jsonOf,
  list,
  moneyValue,
  orNull,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { accountClaimKey, accountSyncKey, credentialsKey, type Key, readinessKey, SUBACCOUNTS } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf, seriesOf } from '../engine/rows.ts'
import { shortId } from '../engine/short-id.ts'
import { putIf, type Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { accountSyncToRow } from './account-syncs.ts'
import { subaccountToRow } from './subaccount-row.ts'

/** One row for each subaccount and exchange. Secrets are sealed before they arrive, and are never opened here. */
export const credentialsStore = (table: Table): CredentialsStore => ({
  get: async (subaccountId, exchange) =>
    ifThere(await table.get(credentialsKey(subaccountId, exchange)), rowToCredentials),

  put: async (record, replaces, { owner, sync } = {}) => {
    const claims = claimChanges(record, replaces)
    const result = await table.write([
      { put: credentialsToRow(record), expect: replaces === null ? 'absent' : unchanged(replaces) },
      ...claims,
      ...(sync === undefined ? [] : [syncChange(sync)]),
      ...(owner === undefined ? [] : [unchangedOwner(owner)]),
    ])
    if (result.written) return 'stored'
    // `in_use` if only the new claim failed. If the credentials have changed too, the caller has to read them again first.
    return claims.length > 0 && result.failed.length === 1 && result.failed[0] === 1 ? 'in_use' : 'conflict'
  },

  readiness: async (subaccountId, exchange) => {
    const row = await table.get(readinessKey(subaccountId, exchange))
    return row === null ? { checks: [], version: 0 } : readRow(row, () => READINESS.read(row))
  },

  saveReadiness: async (subaccountId, exchange, { checks, version }) => {
    const put = { ...READINESS.write({ checks, version: version + 1 }), ...readinessKey(subaccountId, exchange) }
    return putIf(table, put, byVersion(version))
  },

  remove: async (record, sync) => (await table.write([...releaseOf(record), unchangedSync(record, sync)])).written,
})

/** Removes the credentials and frees the exchange account. */
export const releaseOf = (record: CredentialsRecord): readonly Change[] => [
  { remove: credentialsKey(record.subaccountId, record.exchange), expect: unchanged(record) },
  unclaim(record),
  { remove: readinessKey(record.subaccountId, record.exchange), expect: 'anything' },
]

/** Changes of the claims if the record is of another exchange account: the new claim comes first. */
const claimChanges = (record: CredentialsRecord, replaces: CredentialsRecord | null): readonly Change[] => {
  if (replaces?.exchangeAccount === record.exchangeAccount) return []
  return [{ put: claimToRow(record), expect: 'absent' }, ...(replaces === null ? [] : [unclaim(replaces)])]
}

const unclaim = (record: CredentialsRecord): Change => ({
  remove: accountClaimKey(record.userId, record.exchange, record.exchangeAccount),
  expect: { same: { su: shortId(record.subaccountId) } },
})

/** Fails the transaction if the subaccount is gone or was changed. */
const unchangedOwner = (owner: Subaccount): Change => ({
  put: subaccountToRow(owner, owner.version + 1),
  expect: { same: { v: owner.version } },
})

/** Fails the transaction if an order is about to be sent: every sender has written the sync before. */
const unchangedSync = ({ subaccountId, exchange }: CredentialsRecord, sync: AccountSync | null): Change =>
  sync === null ? { remove: accountSyncKey(subaccountId, exchange), expect: 'absent' } : syncChange(sync)

const syncChange = (sync: AccountSync): Change => ({
  put: accountSyncToRow(sync, sync.version + 1),
  expect: byVersion(sync.version),
})

/** Every sealing yields another ciphertext, so equal ciphertext means the same record. */
const unchanged = (record: CredentialsRecord) => ({ same: { sealed: record.sealed } })

const claimToRow = (record: CredentialsRecord): Row & Key => ({
  ...accountClaimKey(record.userId, record.exchange, record.exchangeAccount),
  su: shortId(record.subaccountId),
})

const credentialsToRow = (record: CredentialsRecord): Row & Key => ({
  ...CREDENTIALS.write(record),
  ...credentialsKey(record.subaccountId, record.exchange),
})

const rowToCredentials = (row: Row): CredentialsRecord => readRow(row, CREDENTIALS.read)

const CREDENTIALS = rowOf<CredentialsRecord>({
  userId: ['us', id],
  exchange: ['x', exchangeValue],
  exchangeAccount: ['account', text],
  fingerprint: ['print', text],
  verifiedAt: ['ok', whole],
  insertedAt: ['at', whole],
  sealed: ['sealed', text],
  relays: ['rl', flag],
  autoRedeem: ['ar', flag],
  paperCash: ['pc', orNull(moneyValue)],
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
})

const READINESS = rowOf({
  checks: [
    'ck',
    jsonOf(list(seriesOf<ReadinessCheck>({ check: text, ok: orNull(yesNo), detail: text, checkedAt: whole }))),
  ],
  version: ['v', whole],
})
