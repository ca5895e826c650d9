import type * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { decimal } from '#contract/validation/fields/decimal.ts'
import { enumeration } from '#contract/validation/fields/enumeration.ts'
import { integer } from '#contract/validation/fields/integer.ts'
import { list } from '#contract/validation/fields/list.ts'
import { nullable } from '#contract/validation/fields/nullable.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { string } from '#contract/validation/fields/string.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { withDefault } from '#contract/validation/fields/with-default.ts'
import { parseRequest } from './parse-request.ts'

const body = object({
  subaccount_id: uuid(),
  qty: decimal({ gt: 0, le: 1_000_000_000 }),
  price: nullable(optional(decimal({ gt: 0, lt: 1 }))),
  order_type: withDefault(enumeration(['LIMIT', 'MARKET']), 'LIMIT'),
  expiry_ts_utc: nullable(datetime()),
  legs: optional(list(object({ buy_flag: boolean(), note: withDefault(nullable(string()), null) }))),
})

test('a schema declares the type that the program gets', () => {
  expectTypeOf<v.InferOutput<typeof body>>().toEqualTypeOf<{
    subaccount_id: string
    qty: number
    price?: number | null
    order_type: 'LIMIT' | 'MARKET'
    expiry_ts_utc: number | null
    legs?: { buy_flag: boolean; note: string | null }[]
  }>()
})

test('a schema declares the type that travels in JSON', () => {
  expectTypeOf<v.InferInput<typeof body>['expiry_ts_utc']>().toEqualTypeOf<string | null>()
  expectTypeOf<v.InferInput<typeof body>['order_type']>().toEqualTypeOf<'LIMIT' | 'MARKET' | undefined>()
})

test('a parsed request has the type of each declared part, and rules get the type of the body', () => {
  const reading = parseRequest(
    { receivedAt: 0 },
    {
      query: object({ limit: withDefault(integer({ ge: 1, le: 1000 }), 100) }),
      body,
      rules: [(sent) => (sent.order_type === 'LIMIT' && sent.price == null ? ['price is required'] : [])],
    },
  )
  if (reading.ok) {
    expectTypeOf(reading.value.query.limit).toEqualTypeOf<number>()
    expectTypeOf(reading.value.body).toEqualTypeOf<v.InferOutput<typeof body>>()
    expectTypeOf(reading.value.path).toEqualTypeOf<undefined>()
  }
})
