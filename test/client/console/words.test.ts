/** Numbers of things, as the console says them. */

import { expect, it } from 'vitest'
import { count } from '#client/console/format/words.ts'

it('one thing is said in the singular, and several in the plural, also where they are of either of two kinds', () => {
  expect([0, 1, 2].map((number) => count(number, 'order'))).toEqual(['0 orders', '1 order', '2 orders'])
  expect(count(1, 'stop or TWAP')).toBe('1 stop or TWAP')
  expect(count(3, 'stop or TWAP')).toBe('3 stops or TWAPs')
})
