/** Stores custom assets. */

import type { CustomAsset } from '#domain/baskets/custom-asset.ts'

export interface CustomAssetStore {
  /** Strongly consistent; null for one that another user has. */
  get(userId: string, customAssetId: string): Promise<CustomAsset | null>
  /** Oldest first (strongly consistent). */
  list(userId: string): Promise<readonly CustomAsset[]>
  /** False when that id exists already. */
  create(asset: CustomAsset): Promise<boolean>
  /** Provided the stored version is the one given, which then grows by one. */
  save(asset: CustomAsset): Promise<boolean>
  /** Likewise. */
  remove(asset: CustomAsset): Promise<boolean>
}
