/** Row of an account whose private stream the watch holds, beside the watched markets. */

import { STREAMED_FOR } from '#domain/accounts/sync/streamed-since.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { StreamedAccount } from '#ports/accounts/account-sync-store.ts'
import { whole } from '../engine/codecs.ts'
import { type Key, streamedAccountKey, streamedAccountOf } from '../engine/keys.ts'
import { type Row, readRow, rowOf } from '../engine/rows.ts'

/** The row expires unless it is renewed. */
export const streamedAccountToRow = ({ subaccountId, exchange, at }: StreamedAccount): Row & Key => ({
  ...STREAMED_ACCOUNT.write({ at }),
  ...streamedAccountKey(subaccountId, exchange),
  ttl: Math.ceil((at + STREAMED_FOR) / SECOND),
})

export const rowToStreamedAccount = (row: Row): StreamedAccount => ({
  ...readRow(row, STREAMED_ACCOUNT.read),
  ...streamedAccountOf(String(row['sk'])),
})

const STREAMED_ACCOUNT = rowOf({ at: ['at', whole] })
