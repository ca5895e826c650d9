/** Single values and JSON texts, answered as Pydantic and CPython answer them: `test/fixtures/pydantic-answers.json`. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { boolean } from '#contract/validation/fields/boolean.ts'
import { datetime } from '#contract/validation/fields/datetime.ts'
import { decimal } from '#contract/validation/fields/decimal.ts'
import { enumeration } from '#contract/validation/fields/enumeration.ts'
import { integer } from '#contract/validation/fields/integer.ts'
import { list } from '#contract/validation/fields/list.ts'
import { string } from '#contract/validation/fields/string.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import { parseJson } from '#contract/validation/parse-json.ts'
import type { Schema } from '#contract/validation/schema.ts'
import { validationItem } from '#contract/validation/validation-item.ts'

interface Fixture {
  readonly fields: Readonly<Record<string, ReadonlyArray<readonly [text: string, answer: unknown]>>>
  readonly json: ReadonlyArray<readonly [text: string, error: string, offset?: number]>
}

const fixture: Fixture = JSON.parse(
  readFileSync(new URL('../../fixtures/pydantic-answers.json', import.meta.url), 'utf8'),
)

const SCHEMAS: Readonly<Record<string, Schema>> = {
  integer: integer(),
  'integer(ge=1,le=1000)': integer({ ge: 1, le: 1000 }),
  'integer(gt=0,lt=10)': integer({ gt: 0, lt: 10 }),
  'decimal(gt=0,lt=1)': decimal({ gt: 0, lt: 1 }),
  'decimal(ge=0,le=1000000000)': decimal({ ge: 0, le: 1_000_000_000 }),
  boolean: boolean(),
  string: string(),
  'string(min=1,max=3)': string({ min: 1, max: 3 }),
  'enumeration(LIMIT,MARKET)': enumeration(['LIMIT', 'MARKET']),
  'enumeration(FOK,GTC,GTD,IOC)': enumeration(['FOK', 'GTC', 'GTD', 'IOC']),
  'enumeration(X)': enumeration(['X']),
  uuid: uuid(),
  datetime: datetime(),
  'list(integer,min=1,max=3)': list(integer(), { min: 1, max: 3 }),
  'list(integer,max=1)': list(integer(), { max: 1 }),
}

/** Answer of a schema to one JSON text, in the form of the fixture. */
const answer = (schema: Schema, text: string): unknown => {
  const json = parseJson(text)
  if (!json.ok) return json
  const { issues, output } = v.safeParse(schema, json.value)
  if (!issues) return { value: output }
  return { faults: issues.map((issue) => ({ ...validationItem([], issue), input: undefined })) }
}

describe.each(Object.entries(fixture.fields))('%s', (name, rows) => {
  const schema = SCHEMAS[name] ?? v.never()
  test.each(rows)('reads %s as Pydantic does', (text, expected) => {
    expect(answer(schema, text)).toEqual(expected)
  })
})

describe('JSON', () => {
  const vectors = fixture.json.map(([text, error, offset]) => ({ text, answer: [error, offset] }))
  test.each(vectors)('reads $text as CPython does', ({ text, answer }) => {
    const reading = parseJson(text)
    expect(reading.ok ? ['ok', undefined] : [reading.error, reading.offset]).toEqual(answer)
  })
})
