/** Rows in blocks whose prices are read together. */

/** Markets in a block: as many as one request of prices asks for, and fewer than a stream has channels. */
export const BLOCK = 20

export const blocksOf = <Row>(rows: readonly Row[], size = BLOCK): ReadonlyArray<readonly Row[]> =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, block) => rows.slice(block * size, (block + 1) * size))
