/** Amounts of dollars and contracts as the console shows them. */

import { expect, test } from 'vitest'
import { money, shortMoney } from '#client/console/format/money.ts'
import { shortQuantity } from '#client/console/format/quantity.ts'

test.each([
  [0, '$0'],
  [157.4, '$157'],
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

test.each([
  [16.88, '16.88'],
  [16_103.05, '16.1K'],
])('%s contracts read %s in a badge', (qty, text) => {
  expect(shortQuantity(qty)).toBe(text)
})
