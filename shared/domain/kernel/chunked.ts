/** Lists cut into pieces, where only so many items go into one request. */

/** The items in their order, `size` at a time; the last piece may be shorter, and no items make no piece. */
export const chunked = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, piece) => items.slice(piece * size, (piece + 1) * size))
