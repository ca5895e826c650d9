/** What a process remembers stays small. */

import { expect, it } from 'vitest'
import { keepNewest } from '#domain/kernel/keep-newest.ts'

it('forgets the oldest of more than the most, and takes an entry that is set again for the newest', () => {
  const map = new Map<string, number>()
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) keepNewest(map, key, value, 2)
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ])
})
