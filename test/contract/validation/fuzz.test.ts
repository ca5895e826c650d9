/** Any input of a client: never an exception, always an answer that can be sent, never an unsafe value let in. */

import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
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
import { parseJson } from '#contract/validation/parse-json.ts'
import { httpValidationError } from '#contract/validation/validation-error.ts'
import { toDecimal } from '#domain/kernel/numbers.ts'
import { anyText } from '#test/support/run/any-text.ts'
import { rounds } from '#test/support/run/plays.ts'
import { parseRequest } from './parse-request.ts'

const fields = {
  qty: decimal({ gt: 0, le: 1_000_000_000 }),
  svc_id: nullable(optional(integer({ ge: 0 }))),
  buy_flag: boolean(),
  name: string({ min: 1, max: 100 }),
  order_type: withDefault(enumeration(['LIMIT', 'MARKET']), 'LIMIT'),
  subaccount_id: uuid(),
  expiry_ts_utc: nullable(optional(datetime())),
}
const shape = {
  path: object({ id: uuid() }),
  query: object(fields),
  headers: object({ 'idempotency-key': optional(string({ min: 1, max: 255 })) }),
  body: object({ ...fields, legs: optional(list(object(fields), { max: 10 })) }),
}

const text = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...'0123456789+-_. eETZ:{}nulltrue\ud800é😀') }))
const value = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.jsonValue(),
  fc.constantFrom('5', '0.5', 'LIMIT', '2025-01-01', '0190d3f4-7c8e-7abc-8def-0123456789ab', true, null),
)
const record = fc.record(
  Object.fromEntries(['__proto__', 'constructor', 'legs', ...Object.keys(fields)].map((name) => [name, value])),
  { requiredKeys: [] },
)
const json = fc
  .oneof(
    record,
    fc.tuple(record, fc.array(record)).map(([outer, legs]) => ({ ...outer, legs })),
    fc.jsonValue(),
  )
  .map((sent) => JSON.stringify(sent))
const mangled = fc.tuple(
  json,
  fc.nat(),
  fc.nat(3),
  fc.constantFrom('', ',', '"', '{', 'NaN', '1e999', '\\u', '\n', '0'),
)
const body = fc.oneof(
  json,
  mangled.map(
    ([sent, at, cut, put]) => sent.slice(0, at % (sent.length + 1)) + put + sent.slice((at % (sent.length + 1)) + cut),
  ),
  text,
  fc.uint8Array({ maxLength: 50 }),
)

test('every request is parsed or answered with a 422 that JSON can carry', () => {
  const request = fc.record({
    path: fc.record({ id: text }, { requiredKeys: [] }),
    query: text,
    headers: fc.record({
      'content-type': fc.constantFrom('application/json', 'text/plain', ''),
      'Idempotency-Key': text,
    }),
    body,
    receivedAt: fc.nat(),
  })
  fc.assert(
    fc.property(request, (raw) => {
      const reading = parseRequest(raw, shape)
      const sent: unknown = JSON.parse(JSON.stringify(reading))
      if (!reading.ok) {
        expect(reading.detail.length).toBeGreaterThan(0)
        expect(v.is(v.pick(httpValidationError, ['detail']), sent)).toBe(true)
      }
    }),
    { numRuns: rounds(2_000) },
  )
})

test('every accepted value is safe to compute with', () => {
  const one = object({
    at: optional(datetime()),
    amount: optional(decimal()),
    count: optional(integer()),
    id: optional(uuid()),
  })
  fc.assert(
    fc.property(fc.record({ at: value, amount: value, count: value, id: value }, { requiredKeys: [] }), (sent) => {
      const { success, output } = v.safeParse(one, sent)
      if (!success) return
      for (const number of [output.at, output.amount, output.count]) {
        if (number !== undefined) expect(Number.isInteger(number) && Math.abs(number) <= 2 ** 53).toBe(true)
      }
      if (output.at !== undefined) expect(new Date(output.at).toISOString()).toMatch(/^\d{4}-/)
      if (output.id !== undefined) expect(output.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    }),
    { numRuns: rounds(2_000) },
  )
})

test('each amount of millionths is read back from its decimal text and from its JSON number', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e15, max: 1e15 }), (millionths) => {
      const written = toDecimal(millionths)
      for (const form of [written, JSON.stringify(written), String(Number(written))]) {
        const reading = parseJson(form)
        expect(v.parse(decimal(), reading.ok ? reading.value : null)).toBe(millionths)
      }
    }),
  )
})

// Not compared with JSON.parse: Node 24.21 takes the key "\"" for "\\" once it has read the other one behind the same keys.
test('every JSON text is read as it was written, and prints the same numbers', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (sent, indent) => {
      const written = JSON.stringify(sent, null, indent)
      const reading = parseJson(written)
      expect(reading.ok && JSON.stringify(reading.value, null, indent)).toBe(written)
    }),
    { numRuns: rounds(1_000) },
  )
})

test('every text that JSON.parse refuses is refused, but for the three words that Python knows', () => {
  fc.assert(
    fc.property(body, (sent) => {
      if (typeof sent !== 'string' || /NaN|Infinity|^\uFEFF/.test(sent)) return
      const native = () => JSON.parse(sent)
      const { ok } = parseJson(sent)
      if (ok) expect(native).not.toThrow()
      else expect(native).toThrow()
    }),
    { numRuns: rounds(2_000) },
  )
})
