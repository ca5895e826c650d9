/** API keys in the table: found by their id, listed by user. */

import { nullish, object, picklist, string } from 'valibot'
import { type ApiKey, SCOPES } from '#domain/accounts/api-key.ts'
import type { ApiKeyStore } from '#ports/api-key-store.ts'
import type { Row } from '../engine/attributes.ts'
import { apiKeyIdOf, apiKeyKey, apiKeyListPartition, createdSort, type Key } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
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
  ...apiKeyKey(key.keyId),
  lp: apiKeyListPartition(key.userId),
  ls: createdSort(key.insertedAt, key.keyId),
  us: shortId(key.userId),
  name: key.name,
  scope: key.scope,
  hash: key.secretHash,
  at: key.insertedAt,
  gone: key.revokedAt,
})

const rowToApiKey = (row: Row): ApiKey => {
  const { pk, us, name, scope, hash, at, gone } = parseRow(apiKeyRow, row)
  return { keyId: apiKeyIdOf(pk), userId: us, name, scope, secretHash: hash, insertedAt: at, revokedAt: gone }
}

const apiKeyRow = object({
  pk: string(),
  us: id,
  name: string(),
  scope: picklist(SCOPES),
  hash: string(),
  at: whole,
  gone: nullish(whole, null),
})
