/** Markets in blocks whose prices are read together. */

import type { Market } from '../../api/types.ts'

/** As many as one request of prices asks for, and fewer than a stream has channels. */
export const BLOCK = 20

export const blocksOf = (markets: readonly Market[]): ReadonlyArray<readonly Market[]> =>
  Array.from({ length: Math.ceil(markets.length / BLOCK) }, (_, block) =>
    markets.slice(block * BLOCK, (block + 1) * BLOCK),
  )
