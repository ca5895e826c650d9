/** API keys in the table: found by their id, listed by user. */

import { type ApiKey, SCOPES } from '#domain/accounts/api-key.ts'
import type { ApiKeyStore } from '#ports/api-key-store.ts'
import type { Row } from '../engine/attributes.ts'
import { id, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { apiKeyIdOf, apiKeyKey, apiKeyListPartition, createdSort, type Key } from '../engine/keys.ts'
import { keysOf, type Table } from '../engine/table.ts'

export const apiKeyStore = (table: Table): ApiKeyStore => ({
  get: async (keyId) => {
    const row = await table.get(apiKeyKey(keyId))
    return row === null ? null : rowToApiKey(row)
  },

  list: async (userId) => {
    const keys = keysOf(await table.query({ index: 'list', partition: apiKeyListPartition(userId) }))
    return (await table.batchGet(keys)).map(rowToApiKey)
  },

  create: async (key) => (await table.write([{ put: apiKeyToRow(key), expect: 'absent' }])).written,

  revoke: async (keyId, at) => {
    const row = await table.get(apiKeyKey(keyId))
    if (row === null) return false
    const key = rowToApiKey(row)
    // A key revoked before keeps the instant it stopped working.
    if (key.revokedAt === null)
      await table.write([{ put: apiKeyToRow({ ...key, revokedAt: at }), expect: { same: { gone: null } } }])
    return true
  },
})

const apiKeyToRow = (key: ApiKey): Row & Key => ({
  ...API_KEY.write(key),
  ...apiKeyKey(key.keyId),
  lp: apiKeyListPartition(key.userId),
  ls: createdSort(key.insertedAt, key.keyId),
})

const rowToApiKey = (row: Row): ApiKey =>
  readRow(row, () => ({ ...API_KEY.read(row), keyId: apiKeyIdOf(String(row['pk'])) }))

const API_KEY = rowOf({
  userId: ['us', id],
  name: ['name', text],
  scope: ['scope', oneOf(SCOPES)],
  secretHash: ['hash', text],
  insertedAt: ['at', whole],
  revokedAt: ['gone', orNull(whole)],
})
