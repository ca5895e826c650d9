/** The memory of a process stays small. */

import { expect, it } from 'vitest'
import { keepNewest } from '#domain/kernel/keep-newest.ts'

it('a full map forgets its oldest entry, and an entry that is set again is the newest', () => {
  const map = new Map<string, number>()
  for (const [value, key] of ['a', 'b', 'a', 'c'].entries()) keepNewest(map, key, value, 2)
  expect([...map]).toEqual([
    ['a', 2],
    ['c', 3],
  ])
})
