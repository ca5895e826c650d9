/** Amounts of dollars as the console shows them. */

import { expect, test } from 'vitest'
import { money, shortMoney } from '#client/console/format/money.ts'

test.each([
  [0, '$0'],
  [676, '$676'],
  [1_234, '$1.2K'],
  [1_260_000, '$1.3M'],
  [null, '–'],
])('a volume of %s dollars reads %s', (amount, text) => {
  expect(shortMoney(amount)).toBe(text)
})

test.each([
  [15.731, '$15.73'],
  [0.425, '$0.43'],
  [-0.425, '−$0.43'],
  [0.0175, '$0.0175'],
  [0, '$0.00'],
  [null, '–'],
])('an amount of %s dollars reads %s', (amount, text) => {
  expect(money(amount)).toBe(text)
})
