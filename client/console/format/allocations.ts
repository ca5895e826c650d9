/** How an order on a custom asset is split over its markets, as people read it. */

import type { CustomAsset } from '../api/types.ts'

export const ALLOCATIONS: Readonly<Record<CustomAsset['allocation'], string>> = {
  BEST_PRICE: 'By best price',
  EQUAL: 'Evenly',
}
