/** Custom assets in the table, under their user. */

import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import type { CustomAssetStore } from '#ports/markets/custom-asset-store.ts'
import type { Row } from '../engine/attributes.ts'
import { id, list, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { CUSTOM_ASSETS, customAssetIdOf, customAssetKey, type Key, userIdOf, userPartition } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

/** One row for each custom asset, under its user; writes are conditional on its version. */
export const customAssetStore = (table: Table): CustomAssetStore => ({
  get: async (userId, customAssetId) => {
    const row = await table.get(customAssetKey(userId, customAssetId))
    return row === null ? null : rowToCustomAsset(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: CUSTOM_ASSETS }, consistent: true }
    const assets = table.readable(await table.query(question), rowToCustomAsset)
    return assets.toSorted((a, b) => a.insertedAt - b.insertedAt || (a.customAssetId < b.customAssetId ? -1 : 1))
  },

  create: async (asset) =>
    (await table.write([{ put: customAssetToRow(asset, asset.version), expect: 'absent' }])).written,

  save: async (asset) => {
    const put = customAssetToRow(asset, asset.version + 1)
    return (await table.write([{ put, expect: { same: { v: asset.version } } }])).written
  },

  remove: async ({ userId, customAssetId, version }) =>
    (await table.write([{ remove: customAssetKey(userId, customAssetId), expect: { same: { v: version } } }])).written,
})

const customAssetToRow = (asset: CustomAsset, version: number): Row & Key => ({
  ...CUSTOM_ASSET.write({ ...asset, version }),
  ...customAssetKey(asset.userId, asset.customAssetId),
})

const rowToCustomAsset = (row: Row): CustomAsset =>
  readRow(row, () => ({
    ...CUSTOM_ASSET.read(row),
    customAssetId: customAssetIdOf(String(row['sk'])),
    userId: userIdOf(String(row['pk'])),
  }))

const CUSTOM_ASSET = rowOf({
  subaccountId: ['su', id],
  name: ['name', text],
  description: ['about', orNull(text)],
  allocation: ['al', oneOf(ALLOCATIONS)],
  svcIds: ['in', list(whole)],
  insertedAt: ['at', whole],
  updatedAt: ['up', whole],
  version: ['v', whole],
})
