/** One table is the schema of a record and what it shows. */

import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { amount, amountOrNull, instant, instantOrNull } from '#contract/kernel/record-fields.ts'
import { recordOf } from '#contract/kernel/record-of.ts'
import { string } from '#contract/validation/fields/string.ts'

interface Sale {
  readonly buyer: string
  readonly price: number
  readonly fee: number | null
  readonly soldAt: number
  readonly paidAt: number | null
}

const { schema, write } = recordOf<[sale: Sale, place: string]>()({
  buyer: [string(), (sale) => sale.buyer],
  place: [string(), (_, place) => place],
  price: amount((sale) => sale.price),
  fee: amountOrNull((sale) => sale.fee),
  sold_at: instant((sale) => sale.soldAt),
  paid_at: instantOrNull((sale) => sale.paidAt),
})

const SOLD: Sale = { buyer: 'Ann', price: 420_000, fee: null, soldAt: 0, paidAt: null }

describe('a record', () => {
  it('shows each field, in the order of its table', () => {
    expect(JSON.stringify(write(SOLD, 'here'))).toBe(
      '{"buyer":"Ann","place":"here","price":0.42,"fee":null,"sold_at":"1970-01-01T00:00:00.000Z","paid_at":null}',
    )
    expect(write({ ...SOLD, fee: 10_000, paidAt: 1 }, 'here')).toMatchObject({
      fee: 0.01,
      paid_at: '1970-01-01T00:00:00.001Z',
    })
  })

  it('has a schema that takes what it shows, with the same fields in the same order', () => {
    const shown = write(SOLD, 'here')
    expect(v.safeParse(schema, shown).success).toBe(true)
    expect(Object.keys(schema.entries)).toEqual(Object.keys(shown))
  })

  it('has the types of its fields', () => {
    expectTypeOf(write(SOLD, 'here').fee).toEqualTypeOf<number | null>()
    // @ts-expect-error a field that may be missing is no text
    recordOf<[Sale]>()({ paid_at: [string(), (sale) => sale.paidAt] })
  })
})
