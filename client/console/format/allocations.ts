/** How an order on a custom asset is split over its markets, as people read it. */

import type { CustomAsset } from '../api/types.ts'

export const ALLOCATIONS: Readonly<Record<CustomAsset['allocation'], string>> = {
  BEST_PRICE: 'By best price',
  EQUAL: 'Evenly',
}

/** The way of an order on a custom asset, as a sentence. */
export const ROUTES: Readonly<Record<CustomAsset['allocation'], string>> = {
  BEST_PRICE: 'An order goes to the best prices of its markets, fees included.',
  EQUAL: 'An order is split evenly over its markets.',
}
