/** Sealed exchange credentials in the table, and the claim that keeps a venue account with one subaccount of a user. */

import { object, string } from 'valibot'
import type { CredentialsRecord } from '#domain/credentials.ts'
import type { CredentialsStore } from '#ports/store.ts'
import type { Row } from './attributes.ts'
import { accountClaimKey, credentialsKey, type Key, LETTERS, subaccountIdOf } from './keys.ts'
import { parseRow } from './parse-row.ts'
import { exchangeValue, id, whole } from './row-values.ts'
import { shortId } from './short-id.ts'
import type { Change, Table } from './table.ts'

export const credentialsStore = (table: Table): CredentialsStore => ({
  get: async (subaccountId, exchange) => {
    const row = await table.get(credentialsKey(subaccountId, exchange))
    return row === null ? null : rowToCredentials(row)
  },

  put: async (record, replaces) => {
    const put = credentialsToRow(record)
    const moves = replaces?.venueAccount !== record.venueAccount
    const result = await table.write([
      { put, expect: replaces === null ? 'absent' : unchanged(replaces) },
      ...(moves ? [{ put: claimToRow(record), expect: 'absent' as const }] : []),
      ...(moves && replaces !== null ? [unclaim(replaces)] : []),
    ])
    if (result.written) return 'stored'
    // Only the claim stood in the way; had the credentials changed too, the caller should read them again first.
    return result.failed.length === 1 && result.failed[0] === 1 ? 'in_use' : 'conflict'
  },

  remove: async (record) => (await table.write(releaseOf(record))).written,
})

/** Takes the credentials away, and gives the venue account free. */
export const releaseOf = (record: CredentialsRecord): readonly Change[] => [
  { remove: credentialsKey(record.subaccountId, record.exchange), expect: unchanged(record) },
  unclaim(record),
]

const unclaim = (record: CredentialsRecord): Change => ({
  remove: accountClaimKey(record.userId, record.exchange, record.venueAccount),
  expect: { same: { su: shortId(record.subaccountId) } },
})

/** Every sealing yields another ciphertext, so equal ciphertext means the same record. */
const unchanged = (record: CredentialsRecord) => ({ same: { sealed: record.sealed } })

const claimToRow = (record: CredentialsRecord): Row & Key => ({
  ...accountClaimKey(record.userId, record.exchange, record.venueAccount),
  su: shortId(record.subaccountId),
})

const credentialsToRow = (record: CredentialsRecord): Row & Key => ({
  ...credentialsKey(record.subaccountId, record.exchange),
  us: shortId(record.userId),
  x: LETTERS[record.exchange],
  account: record.venueAccount,
  print: record.fingerprint,
  ok: record.verifiedAt,
  at: record.insertedAt,
  sealed: record.sealed,
})

const rowToCredentials = (row: Row): CredentialsRecord => {
  const { pk, us, x, account, print, ok, at, sealed } = parseRow(credentialsRow, row)
  return {
    subaccountId: subaccountIdOf(pk),
    userId: us,
    exchange: x,
    venueAccount: account,
    fingerprint: print,
    verifiedAt: ok,
    insertedAt: at,
    sealed,
  }
}

const credentialsRow = object({
  pk: string(),
  us: id,
  x: exchangeValue,
  account: string(),
  print: string(),
  ok: whole,
  at: whole,
  sealed: string(),
})
