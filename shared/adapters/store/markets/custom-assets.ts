/** Custom assets in the table, under their user. */

import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import type { CustomAssetStore } from '#ports/markets/custom-asset-store.ts'
import { id, idBehind, list, oneOf, orNull, text, whole } from '../engine/codecs.ts'
import { CUSTOM_ASSETS } from '../engine/keys.ts'
import { rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { USERS } from '../engine/table-definition.ts'
import { userRows } from '../engine/user-rows.ts'

/** One row for each custom asset, under its user. */
export const customAssetStore = (table: Table): CustomAssetStore =>
  userRows(table, { begin: CUSTOM_ASSETS, idOf: ({ customAssetId }) => customAssetId, form: CUSTOM_ASSET })

const CUSTOM_ASSET = rowOf<CustomAsset>({
  subaccountId: ['su', id],
  name: ['name', text],
  description: ['about', orNull(text)],
  allocation: ['al', oneOf(ALLOCATIONS)],
  svcIds: ['in', list(whole)],
  insertedAt: ['at', whole],
  updatedAt: ['up', whole],
  version: ['v', whole],
  customAssetId: ['sk', idBehind(CUSTOM_ASSETS)],
  userId: ['pk', idBehind(USERS)],
})
