/** A list in pieces of a size. */

import { expect, it } from 'vitest'
import { chunked } from '#domain/kernel/chunked.ts'

it.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])('the list %j is cut into pieces of two', (items, pieces) => {
  expect(chunked(items, 2)).toEqual(pieces)
})
