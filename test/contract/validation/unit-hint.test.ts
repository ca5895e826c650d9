/** The hint that an invalid request gets if a price was sent in cents. */

import { expect, it } from 'vitest'
import { unitHint } from '#contract/validation/unit-hint.ts'

const fault = { type: 'less_than', loc: ['body', 'price'], msg: 'Input should be less than 1', ctx: { lt: 1 } }

it.each([42, '42', 2, 99.5])('explains that prices are in dollars if %s was sent as a price', (input) => {
  expect(unitHint([{ ...fault, input }])).toBe('Prices are in dollars, between 0 and 1: 42 cents are 0.42.')
})

it.each([1, 1.5, 'x', null])('says nothing of units if %s was sent as a price', (input) => {
  expect(unitHint([{ ...fault, input }])).toBeNull()
})

it('says nothing of units if another bound is broken', () => {
  const most = { type: 'less_than_equal', loc: ['query', 'limit'], msg: '', ctx: { le: 1_000 }, input: 5_000 }
  expect(unitHint([most])).toBeNull()
})
