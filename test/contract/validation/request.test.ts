/** Rules of `parseRequest` beyond FastAPI: hostile bodies, unknown fields, rules across fields, secrets. */

import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { decimal } from '#contract/validation/fields/decimal.ts'
import { integer } from '#contract/validation/fields/integer.ts'
import { list } from '#contract/validation/fields/list.ts'
import { nullable } from '#contract/validation/fields/nullable.ts'
import { object } from '#contract/validation/fields/object.ts'
import { optional } from '#contract/validation/fields/optional.ts'
import { string } from '#contract/validation/fields/string.ts'
import { uuid } from '#contract/validation/fields/uuid.ts'
import type { RawRequest } from '#contract/validation/request-shape.ts'
import { httpValidationError } from '#contract/validation/validation-error.ts'
import { parseRequest } from './parse-request.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }
const post = (body: RawRequest['body']): RawRequest => ({ headers: JSON_TYPE, body, receivedAt: 1_000 })

describe('a body that cannot be read', () => {
  const body = object({ name: string() })
  const broken = (raw: RawRequest['body']) => {
    const reading = parseRequest(post(raw), { body })
    return reading.ok ? [] : reading.detail
  }

  test('bytes that are no UTF-8 are no JSON', () => {
    expect(broken(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual([
      { type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error', input: {}, ctx: { error: 'Invalid UTF-8' } },
    ])
  })

  test('bytes and a byte order mark are read', () => {
    expect(broken(new TextEncoder().encode('\uFEFF{"name":"ü"}'))).toEqual([])
    expect(broken('\uFEFF{"name":"ü"}')).toEqual([])
  })

  test.each(['[', '{"a":'])('10,000 times %s is answered, not run into', (opening) => {
    expect(broken(opening.repeat(10_000))).toMatchObject([
      { type: 'json_invalid', ctx: { error: 'Recursion limit exceeded' } },
    ])
  })

  test('a body nested as deep as we read can be echoed', () => {
    const reading = parseRequest(post(`{"a":${'['.repeat(999)}${']'.repeat(999)}}`), { body })
    expect(JSON.stringify(reading)).toContain('Field required')
  })

  test('__proto__ reaches no prototype and fills no field', () => {
    const reading = parseRequest(post('{"__proto__":{"name":"x","polluted":true}}'), { body })
    expect(reading).toMatchObject({
      ok: false,
      detail: [{ type: 'missing', loc: ['body', 'name'] }, { type: 'extra_forbidden' }],
    })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('fields that every object inherits are missing, too', () => {
    const inherited = object({ toString: string(), constructor: string(), valueOf: optional(string()) })
    expect(parseRequest(post('{}'), { body: inherited })).toMatchObject({
      detail: [{ type: 'missing' }, { type: 'missing' }],
    })
  })

  test('a great many faults are cut off at a thousand', () => {
    const reading = parseRequest(post(`{"ids":[${'"x",'.repeat(5_000)}1]}`), { body: object({ ids: list(integer()) }) })
    expect(reading).toMatchObject({ ok: false, detail: { length: 1_000 } })
  })
})

describe('a parsed request', () => {
  const leg = object({ trigger_order: object({ qty: decimal(), stop_price: optional(decimal()) }) })
  const body = object({ name: string(), legs: nullable(optional(list(leg))), label: nullable(optional(string())) })

  test('holds declared fields only, and no key for an absent field', () => {
    expect(parseRequest(post('{"name":"a","label":null}'), { body })).toEqual({
      ok: true,
      value: { path: undefined, query: undefined, headers: undefined, body: { name: 'a', label: null } },
    })
  })

  test('has no unknown field at any depth: each is a fault at its place, after those of the fields beside it', () => {
    const sent =
      '{"name":7,"nmae":"b","legs":[{"trigger_order":{"stop_prise":0.1,"qty":"x"},"x":{"y":1}}],"__proto__":1}'
    const reading = parseRequest(post(sent), { body })
    const faults = reading.ok ? [] : reading.detail.map(({ type, loc, input }) => [type, loc.slice(1).join('.'), input])
    expect(JSON.parse(JSON.stringify(faults))).toEqual([
      ['string_type', 'name', 7],
      ['float_parsing', 'legs.0.trigger_order.qty', 'x'],
      ['extra_forbidden', 'legs.0.trigger_order.stop_prise', 0.1],
      ['extra_forbidden', 'legs.0.x', { y: 1 }],
      ['extra_forbidden', 'nmae', 'b'],
      ['extra_forbidden', '__proto__', 1],
    ])
  })

  test('has no undeclared query parameter, and none twice; a repeated one is shown whole', () => {
    const shape = { query: object({ limit: optional(integer()) }) }
    const faults = (query: string, given = shape) => {
      const reading = parseRequest({ query, receivedAt: 0 }, given)
      return reading.ok ? [] : reading.detail.map(({ type, loc, input }) => [type, ...loc, input])
    }
    expect(faults('limit=1&limit=2')).toEqual([['value_error', 'query', 'limit', ['1', '2']]])
    expect(faults('limit=5&limit=x')).toEqual([['value_error', 'query', 'limit', ['5', 'x']]])
    expect(faults('limit=x&limit=5')).toEqual([['value_error', 'query', 'limit', ['x', '5']]])
    expect(faults('statsu=OPEN&x=1&x=2')).toEqual([
      ['extra_forbidden', 'query', 'statsu', 'OPEN'],
      ['extra_forbidden', 'query', 'x', ['1', '2']],
    ])
    expect(parseRequest({ query: 'x=1', receivedAt: 0 }, {})).toMatchObject({
      detail: [{ type: 'extra_forbidden', loc: ['query', 'x'] }],
    })
  })

  test('reads header names in any case', () => {
    const shape = { headers: object({ 'idempotency-key': optional(string({ min: 1, max: 255 })) }) }
    expect(parseRequest({ headers: { 'Idempotency-Key': 'k' }, receivedAt: 0 }, shape)).toMatchObject({
      ok: true,
      value: { headers: { 'idempotency-key': 'k' } },
    })
  })

  test.each(['', 'not JSON', '{}', '[]', 'null'])('has no body where none is declared: %s', (sent) => {
    expect(parseRequest(post(sent), {})).toMatchObject({ ok: true, value: { body: undefined } })
  })

  test.each([JSON_TYPE, {}])('takes no field where no body is declared, whatever its content type', (headers) => {
    expect(parseRequest({ ...post('{"force":true}'), headers }, {})).toMatchObject({
      ok: false,
      detail: [{ type: 'extra_forbidden', loc: ['body', 'force'], input: true }],
    })
  })
})

describe('rules across fields', () => {
  const body = object({ name: string({ min: 1 }), legs: list(object({ qty: integer() })) })

  test('each broken rule is an item, at the body or at the place inside it, with its input', () => {
    const reading = parseRequest(post('{"name":"a","legs":[{"qty":"1"},{"qty":2.0}]}'), {
      body,
      rules: [
        () => null,
        () => [],
        ({ name }) => (name === 'a' ? 'name must not be a' : null),
        ({ legs }) => legs.map(({ qty }, index) => ({ at: ['legs', index], sentence: `${qty} is too few` })),
        (_, receivedAt) => [`it is ${receivedAt}`],
      ],
    })
    const sent = { name: 'a', legs: [{ qty: '1' }, { qty: 2 }] }
    const ctx = { error: {} }
    expect(JSON.parse(JSON.stringify(reading))).toEqual({
      ok: false,
      detail: [
        { type: 'value_error', loc: ['body'], msg: 'Value error, name must not be a', input: sent, ctx },
        { type: 'value_error', loc: ['body', 'legs', 0], msg: 'Value error, 1 is too few', input: sent.legs[0], ctx },
        { type: 'value_error', loc: ['body', 'legs', 1], msg: 'Value error, 2 is too few', input: sent.legs[1], ctx },
        { type: 'value_error', loc: ['body'], msg: 'Value error, it is 1000', input: sent, ctx },
      ],
    })
  })

  test('no rule runs while any part of the request is wrong', () => {
    const never = () => {
      throw new Error('a rule ran')
    }
    const raw = { ...post('{"name":"a","legs":[]}'), query: 'limit=x' }
    expect(parseRequest(raw, { query: object({ limit: integer() }), body, rules: [never] })).toMatchObject({
      detail: [{ type: 'int_parsing', loc: ['query', 'limit'], input: 'x' }],
    })
  })

  test("valibot's own checks on a field become value errors at the field", () => {
    const checked = object({
      url: v.pipe(
        string(),
        v.check((url) => url.startsWith('https:'), 'only https'),
      ),
    })
    expect(parseRequest(post('{"url":"http://x"}'), { body: checked })).toMatchObject({
      detail: [{ type: 'value_error', loc: ['body', 'url'], msg: 'Value error, only https', input: 'http://x' }],
    })
  })
})

describe('requests with a secret', () => {
  const shape = { body: object({ key_id: uuid(), secret: string({ max: 3 }) }), hideInput: true }
  test.each([
    '{"key_id":"secret","secret":"secret"}',
    '{"secret":{"secret":1}}',
    '"secret"',
    '{"secret":"secret",',
    'secret',
  ])('never show it: %s', (sent) => {
    const raw = post(sent)
    for (const headers of [JSON_TYPE, {}]) {
      const reading = parseRequest({ ...raw, headers }, shape)
      expect(reading.ok ? null : reading.detail.map(({ input }) => input)).toContain(null)
      expect(JSON.stringify(reading)).not.toMatch(/"input":[^n]/)
    }
  })
})

test('a 422 has the shape that the interface shows', () => {
  const reading = parseRequest(post('{"qty":0}'), { body: object({ qty: decimal({ gt: 0 }), name: string() }) })
  expect(v.is(v.pick(httpValidationError, ['detail']), reading)).toBe(true)
})
