/** A custom asset as our interface shows and takes it. */

import type { InferInput } from 'valibot'
import { type CustomAsset, MOST_MEMBERS } from '#domain/baskets/custom-asset.ts'
import { ALLOCATIONS } from '#domain/baskets/plan/plan.ts'
import type { Market } from '#domain/markets/market.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { marketRecord, toMarketRecord } from '../markets/market-record.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { list } from '../validation/fields/list.ts'
import { nullable } from '../validation/fields/nullable.ts'
import { object } from '../validation/fields/object.ts'
import { optional } from '../validation/fields/optional.ts'
import { string } from '../validation/fields/string.ts'
import { uuid } from '../validation/fields/uuid.ts'

const name = () => string({ min: 1, max: 255 })
const description = () => nullable(optional(string({ max: 500 })))
const svcIds = () => list(svcId(), { max: MOST_MEMBERS })

export const createCustomAssetBody = object({
  subaccount_id: uuid(),
  name: name(),
  description: description(),
  svc_ids: optional(svcIds()),
  allocation: optional(enumeration(ALLOCATIONS)),
})

export const changeCustomAssetBody = object({
  name: optional(name()),
  description: description(),
  allocation: optional(enumeration(ALLOCATIONS)),
})

export const membersBody = object({ svc_ids: svcIds() })

/** The custom asset as lists show it, without its members. */
export const { schema: customAssetRecord, write: toCustomAssetRecord } = recordOf<[CustomAsset]>()({
  custom_asset_id: [uuid(), (asset) => asset.customAssetId],
  subaccount_id: [uuid(), (asset) => asset.subaccountId],
  name: [string(), (asset) => asset.name],
  description: [nullable(string()), (asset) => asset.description],
  allocation: [enumeration(ALLOCATIONS), (asset) => asset.allocation],
  inserted_at: instant((asset) => asset.insertedAt),
  updated_at: instant((asset) => asset.updatedAt),
})

export const customAssetDetailRecord = object({ ...customAssetRecord.entries, members: list(marketRecord) })

/** The custom asset with its members as markets of the catalogue, without live prices. */
export const toCustomAssetDetailRecord = ({
  asset,
  members,
}: {
  readonly asset: CustomAsset
  readonly members: readonly Market[]
}): InferInput<typeof customAssetDetailRecord> => ({
  ...toCustomAssetRecord(asset),
  members: members.map((market) => toMarketRecord(market, null)),
})
