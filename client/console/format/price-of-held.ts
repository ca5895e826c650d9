/** A YES price as the price of what a position holds: of No, if the position is negative. */

import type { Position } from '../api/types.ts'

export const priceOfHeld = (yes: number | null, { position }: Pick<Position, 'position'>): number | null =>
  yes === null || position >= 0 ? yes : 1 - yes
