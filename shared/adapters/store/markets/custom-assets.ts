/** Custom assets in the table, under their user. */

import { array, nullish, object, picklist, string } from 'valibot'
import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { ALLOCATIONS } from '#domain/baskets/plan.ts'
import type { CustomAssetStore } from '#ports/custom-asset-store.ts'
import type { Row } from '../engine/attributes.ts'
import { CUSTOM_ASSETS, customAssetIdOf, customAssetKey, type Key, userIdOf, userPartition } from '../engine/keys.ts'
import { parseRow } from '../engine/parse-row.ts'
import { id, whole } from '../engine/row-values.ts'
import { shortId } from '../engine/short-id.ts'
import type { Table } from '../engine/table.ts'

export const customAssetStore = (table: Table): CustomAssetStore => ({
  get: async (userId, customAssetId) => {
    const row = await table.get(customAssetKey(userId, customAssetId))
    return row === null ? null : rowToCustomAsset(row)
  },

  list: async (userId) => {
    const question = { partition: userPartition(userId), sort: { startsWith: CUSTOM_ASSETS }, consistent: true }
    const assets = (await table.query(question)).map(rowToCustomAsset)
    return assets.sort((a, b) => a.insertedAt - b.insertedAt || (a.customAssetId < b.customAssetId ? -1 : 1))
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
  ...customAssetKey(asset.userId, asset.customAssetId),
  su: shortId(asset.subaccountId),
  name: asset.name,
  about: asset.description,
  al: asset.allocation,
  in: asset.svcIds,
  at: asset.insertedAt,
  up: asset.updatedAt,
  v: version,
})

const rowToCustomAsset = (row: Row): CustomAsset => {
  const { pk, sk, su, name, about, al, in: svcIds, at, up, v } = parseRow(customAssetRow, row)
  return {
    customAssetId: customAssetIdOf(sk),
    userId: userIdOf(pk),
    subaccountId: su,
    name,
    description: about,
    allocation: al,
    svcIds,
    insertedAt: at,
    updatedAt: up,
    version: v,
  }
}

const customAssetRow = object({
  pk: string(),
  sk: string(),
  su: id,
  name: string(),
  about: nullish(string(), null),
  al: picklist(ALLOCATIONS),
  in: array(whole),
  at: whole,
  up: whole,
  v: whole,
})
