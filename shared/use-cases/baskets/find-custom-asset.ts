/** Finds a custom asset of a user. A custom asset ends with its subaccount. */

import type { CustomAsset } from '#domain/baskets/custom-asset.ts'
import { notFound, type Problem } from '#domain/kernel/problem.ts'
import type { SubaccountStore } from '#ports/accounts/subaccount-store.ts'
import type { CustomAssetStore } from '#ports/markets/custom-asset-store.ts'

export interface FindCustomAssetDeps {
  readonly customAssets: CustomAssetStore
  readonly subaccounts: Pick<SubaccountStore, 'get' | 'list'>
}

/** The custom asset, or 404. */
export const findCustomAsset = async (
  deps: FindCustomAssetDeps,
  userId: string,
  customAssetId: string,
): Promise<CustomAsset | Problem> => {
  const asset = await deps.customAssets.get(userId, customAssetId)
  if (asset === null) return notFound('Custom asset')
  const subaccount = await deps.subaccounts.get(userId, asset.subaccountId)
  return subaccount === null ? notFound('Custom asset') : asset
}

export interface ListCustomAssetsDeps {
  readonly customAssets: Pick<CustomAssetStore, 'list'>
  readonly subaccounts: Pick<SubaccountStore, 'list'>
}

/** All custom assets of a user, or of one subaccount, oldest first. */
export const listCustomAssets = async (
  deps: ListCustomAssetsDeps,
  userId: string,
  subaccountId?: string | undefined,
): Promise<readonly CustomAsset[]> => {
  const [assets, subaccounts] = await Promise.all([deps.customAssets.list(userId), deps.subaccounts.list(userId)])
  const owners = new Set(subaccounts.map((subaccount) => subaccount.subaccountId))
  return assets.filter(
    (asset) => owners.has(asset.subaccountId) && (subaccountId ?? asset.subaccountId) === asset.subaccountId,
  )
}
