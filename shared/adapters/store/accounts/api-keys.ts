/** API keys in the table: found by id, listed by user. The ring of a user names the working keys. */

import { type ApiKey, SCOPES, type Scope } from '#domain/accounts/api-key.ts'
import type { KeyRing } from '#domain/accounts/key-ring.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ApiKeyStore } from '#ports/accounts/api-key-store.ts'
import { id, list, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import {
  apiKeyKey,
  apiKeyListPartition,
  createdSort,
  idOf,
  type Key,
  keyRingKey,
  revocationKey,
} from '../engine/keys.ts'
import { type Codec, ifThere, type Row, readRow, rowOf, seriesOf } from '../engine/rows.ts'
import { keysOf, type Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import { workPartition } from '../engine/work-partitions.ts'

export const apiKeyStore = (table: Table): ApiKeyStore => {
  const listed = async (userId: string): Promise<readonly ApiKey[]> => {
    const keys = keysOf(await table.query({ index: 'list', partition: apiKeyListPartition(userId) }))
    return table.readable(await table.batchGet(keys), rowToApiKey)
  }

  const byIds = async (keyIds: readonly string[]): Promise<readonly ApiKey[]> =>
    (await table.batchGet(keyIds.map(apiKeyKey))).map(rowToApiKey)

  return {
    list: listed,

    get: async (keyId) => ifThere(await table.get(apiKeyKey(keyId)), rowToApiKey),

    ring: async (userId) => {
      const row = await table.get(keyRingKey(userId))
      if (row !== null) return { ...readRow(row, KEY_RING.read), userId }
      // A user without a ring has created and revoked no key since rings exist.
      const working = (await listed(userId)).filter(({ revokedAt }) => revokedAt === null)
      return { userId, keys: working.map(({ keyId, madeBy }) => ({ keyId, madeBy })), version: 0 }
    },

    onRing: (ring) => byIds(ring.keys.map(({ keyId }) => keyId)),

    create: async (key, ring) => {
      const keys = [...ring.keys, { keyId: key.keyId, madeBy: key.madeBy }]
      const written = await table.write([{ put: apiKeyToRow(key), expect: 'absent' }, ringChange(ring, keys)])
      if (written.written) return 'created'
      return written.failed.includes(0) ? 'exists' : 'changed'
    },

    revoke: async (keyIds, ring, at) => {
      const keys = ring.keys.filter(({ keyId }) => !keyIds.includes(keyId))
      const revoked = (await byIds(keyIds)).filter(({ revokedAt }) => revokedAt === null)
      const { written } = await table.write([
        ...revoked.map((key) => ({
          put: apiKeyToRow({ ...key, revokedAt: at }),
          expect: { same: { gone: null } },
        })),
        ringChange(ring, keys),
        { put: revocationOf(ring.userId, at), expect: 'anything' },
      ])
      return written ? { ...ring, keys, version: ring.version + 1 } : null
    },
  }
}

/** Time in which a revocation ends the streams of its keys, before the sweeper does. */
const STREAMS_END_WITHIN = 15 * SECOND

const revocationOf = (userId: string, at: Millis): Row & Key => ({
  ...revocationKey(userId),
  wp: workPartition('now', userId, userId),
  due: at + STREAMS_END_WITHIN,
})

const ringChange = (ring: KeyRing, keys: KeyRing['keys']): Change => ({
  put: { ...KEY_RING.write({ keys, version: ring.version + 1 }), ...keyRingKey(ring.userId) },
  expect: byVersion(ring.version),
})

const apiKeyToRow = (key: ApiKey): Row & Key => ({
  ...API_KEY.write(key),
  ...apiKeyKey(key.keyId),
  lp: apiKeyListPartition(key.userId),
  ls: createdSort(key.insertedAt, key.keyId),
})

const rowToApiKey = (row: Row): ApiKey =>
  readRow(row, () => {
    const key = API_KEY.read(row)
    return { ...key, scope: scopeOf(row, key.scope), keyId: idOf(String(row['pk'])) }
  })

/** A key from before makers were stored could do everything with the scope `trade`, and still can. */
const scopeOf = (row: Row, stored: Scope): Scope => (stored === 'trade' && row['by'] === undefined ? 'admin' : stored)

/** Empty for a key without a maker: every row that knows the scope `admin` has the attribute. */
const maker: Codec<string | null> = {
  write: (keyId) => (keyId === null ? '' : id.write(keyId)),
  read: (stored) => (stored === undefined || stored === '' ? null : id.read(stored)),
}

const API_KEY = rowOf({
  userId: ['us', id],
  name: ['name', text],
  scope: ['scope', oneOf(SCOPES)],
  secretHash: ['hash', text],
  insertedAt: ['at', whole],
  revokedAt: ['gone', orNull(whole)],
  madeBy: ['by', maker],
})

const KEY_RING = rowOf<Pick<KeyRing, 'keys' | 'version'>>({
  keys: ['keys', list(seriesOf<KeyRing['keys'][number]>({ keyId: id, madeBy: maker }))],
  version: ['v', whole],
})
