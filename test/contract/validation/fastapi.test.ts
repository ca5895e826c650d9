/** Whole requests, answered as FastAPI answers them: `test/fixtures/fastapi-answers.json`. */

import { readFileSync } from 'node:fs'
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
import type { RawRequest } from '#contract/validation/request-shape.ts'
import { parseRequest } from './parse-request.ts'

interface Vector {
  readonly name: string
  readonly account: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly detail: unknown
}

// Not imported: a bundler drops the `__proto__` keys.
const fixture: { readonly requests: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/fastapi-answers.json', import.meta.url), 'utf8'),
)

const price = () => nullable(optional(decimal({ gt: 0, lt: 1 })))
const qty = () => decimal({ gt: 0, le: 1_000_000_000 })
const params = object({
  trigger_order: object({ qty: qty(), buy_flag: boolean(), price: price(), stop_order_price: price() }),
  stop_order_price: price(),
  parent_svc_order_id: nullable(optional(uuid())),
})
const path = object({ account: uuid() })
const query = object({
  limit: withDefault(integer({ ge: 1, le: 1000 }), 100),
  q: optional(string({ min: 1, max: 5 })),
  dry_run: optional(boolean()),
  since: optional(datetime()),
})
const headers = object({ 'idempotency-key': optional(string({ min: 1, max: 8 })) })
const body = object({
  order_type: withDefault(enumeration(['LIMIT', 'MARKET']), 'LIMIT'),
  time_in_force: nullable(optional(enumeration(['FOK', 'GTC', 'GTD', 'IOC']))),
  qty: qty(),
  buy_flag: boolean(),
  subaccount_id: uuid(),
  price: price(),
  svc_id: nullable(optional(integer())),
  custom_asset_id: nullable(optional(uuid())),
  expiry_ts_utc: nullable(optional(datetime())),
  note: withDefault(string({ min: 1, max: 5 }), 'none'),
  conditional_orders_params: nullable(optional(list(params, { max: 2 }))),
})

const read = (raw: RawRequest) =>
  parseRequest(raw, {
    path,
    query,
    headers,
    body,
    rules: [
      ({ svc_id, custom_asset_id }) =>
        (svc_id == null) === (custom_asset_id == null) ? 'exactly one of svc_id and custom_asset_id is required' : null,
    ],
  })

test.each(fixture.requests)('answers as FastAPI does: $name', ({ account, query, headers, body, detail }) => {
  const reading = read({ path: { account }, query, headers, body, receivedAt: 0 })
  expect(reading.ok ? null : JSON.parse(JSON.stringify(reading.detail))).toEqual(detail)
})
