/** Last use of each API key, in rows of their own: functions that only read may write these rows and no others. */

import { isNewUse, type KeyUse } from '#domain/accounts/key-use.ts'
import { ANY_USE_EVERY } from '#domain/markets/sync-due.ts'
import type { KeyUseStore } from '#ports/accounts/api-key-store.ts'
import { idBehind, text, whole } from '../engine/codecs.ts'
import { ANY_USE_KEY, keyUseKey } from '../engine/keys.ts'
import { type Row, readRow, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { KEY_USES } from '../engine/table-definition.ts'

export const keyUseStore = (table: Table): KeyUseStore => ({
  record: async (use) => {
    const row = await table.get(keyUseKey(use.keyId), { consistent: false })
    const kept = row === null ? null : rowToKeyUse(row)
    if (!isNewUse(kept, use)) return
    // A refused write means that another container has stored a use meanwhile, which is as good.
    const expect = kept === null ? 'absent' : { same: { at: kept.at } }
    await table.write([{ put: { ...KEY_USE.write(use), ...keyUseKey(use.keyId) }, expect }])
  },

  recordAnyUse: async (at) => {
    const row = await table.get(ANY_USE_KEY, { consistent: false })
    if (row === null || at - Number(row['at']) >= ANY_USE_EVERY)
      await table.write([{ put: { ...ANY_USE_KEY, at }, expect: 'anything' }])
  },

  lastUses: async (keyIds) => {
    const uses = table.readable(await table.batchGet(keyIds.map(keyUseKey), { consistent: false }), rowToKeyUse)
    return new Map(uses.map((use) => [use.keyId, use]))
  },
})

const rowToKeyUse = (row: Row): KeyUse => readRow(row, KEY_USE.read)

const KEY_USE = rowOf<KeyUse>({ keyId: ['pk', idBehind(KEY_USES)], at: ['at', whole], from: ['from', text] })
