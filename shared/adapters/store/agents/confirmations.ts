/** Confirmations of agents, each in a partition of its own; DynamoDB drops them after a day. */

import type { Confirmation } from '#domain/agents/confirmation.ts'
import type { PreparedRequest } from '#domain/agents/prepared-request.ts'
import { DAY } from '#domain/kernel/time.ts'
import type { ConfirmationStore } from '#ports/agents/confirmation-store.ts'
import { id, idBehind, orNull, text, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { CONFIRMATIONS, confirmationKey } from '../engine/keys.ts'
import { ifThere, mapOf, readRow, rowOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

/** One row for each preview. */
export const confirmationStore = (table: Table): ConfirmationStore => ({
  get: async (confirmationId) =>
    ifThere(await table.get(confirmationKey(confirmationId)), (row) => readRow(row, CONFIRMATION.read)),

  save: (one) =>
    putIf(
      table,
      {
        ...CONFIRMATION.write({ ...one, version: one.version + 1 }),
        ...confirmationKey(one.confirmationId),
        ttl: Math.ceil((one.createdAt + DAY) / 1_000),
      },
      byVersion(one.version),
    ),
})

const CONFIRMATION = rowOf<Confirmation>({
  confirmationId: ['pk', idBehind(CONFIRMATIONS)],
  userId: ['u', id],
  keyId: ['k', id],
  tool: ['to', text],
  request: ['rq', mapOf<PreparedRequest>({ method: ['m', text], path: ['p', text], body: ['b', orNull(text)] })],
  createdAt: ['at', whole],
  usedAt: ['us', orNull(whole)],
  version: ['v', whole],
})
