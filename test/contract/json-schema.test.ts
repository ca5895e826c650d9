import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { toJsonSchema, toJsonSchemaComponents } from '#contract/kernel/json-schema.ts'
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
import type { Schema } from '#contract/validation/schema.ts'
import { httpValidationError, validationError } from '#contract/validation/validation-error.ts'

const CASES: ReadonlyArray<readonly [string, Schema, unknown]> = [
  ['an integer', integer({ ge: 1, le: 1000 }), { type: 'integer', minimum: 1, maximum: 1000 }],
  ['a decimal', decimal({ gt: 0, lt: 1 }), { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ['a boolean', boolean(), { type: 'boolean' }],
  ['a text', string({ min: 1, max: 100 }), { type: 'string', minLength: 1, maxLength: 100 }],
  ['words', enumeration(['LIMIT', 'MARKET']), { type: 'string', enum: ['LIMIT', 'MARKET'] }],
  ['a UUID', uuid(), { type: 'string', format: 'uuid' }],
  ['a date-time', datetime(), { type: 'string', format: 'date-time' }],
  ['a list', list(integer(), { max: 100 }), { type: 'array', items: { type: 'integer' }, maxItems: 100 }],
  ['a nullable field', nullable(uuid()), { type: ['string', 'null'], format: 'uuid' }],
  ['nullable words', nullable(enumeration(['A'])), { type: ['string', 'null'], enum: ['A', null] }],
  ['a field with a default', withDefault(integer(), 100), { type: 'integer', default: 100 }],
  ['a default of null', withDefault(nullable(string()), null), { type: ['string', 'null'], default: null }],
  [
    'a union that may be null',
    v.nullable(v.union([v.string(), v.number()])),
    { anyOf: [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { type: 'null' }] },
  ],
  [
    'an object',
    object({ id: uuid(), note: optional(string()), limit: withDefault(integer(), 1) }),
    {
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' },
        note: { type: 'string' },
        limit: { type: 'integer', default: 1 },
      },
      required: ['id'],
    },
  ],
]

describe('JSON Schema', () => {
  test.each(CASES)('the JSON Schema of %s is as expected', (_, schema, expected) => {
    expect(toJsonSchema(schema)).toEqual(expected)
  })

  test('carries descriptions and examples, on the field and around it', () => {
    const described = v.pipe(decimal({ gt: 0 }), v.description('Contracts.'), v.metadata({ examples: [5] }))
    expect(toJsonSchema(nullable(described))).toEqual({
      type: ['number', 'null'],
      exclusiveMinimum: 0,
      description: 'Contracts.',
      examples: [5],
    })
    expect(toJsonSchema(v.pipe(nullable(decimal()), v.description('Around.')))).toEqual({
      type: ['number', 'null'],
      description: 'Around.',
    })
  })

  test('shows what travels, not what a transformation makes of it', () => {
    const branded = v.pipe(
      uuid(),
      v.check((id) => id !== ''),
      v.transform((id) => ({ id })),
      v.description('An id.'),
    )
    expect(toJsonSchema(branded)).toEqual({ type: 'string', format: 'uuid', description: 'An id.' })
  })

  test('points to components by name, and shows each once', () => {
    const order = object({ id: uuid() })
    const page = object({ orders: list(order), last: nullable(order) })
    expect(toJsonSchema(page, { Order: order })).toEqual({
      type: 'object',
      properties: {
        orders: { type: 'array', items: { $ref: '#/components/schemas/Order' } },
        last: { anyOf: [{ $ref: '#/components/schemas/Order' }, { type: 'null' }] },
      },
      required: ['orders', 'last'],
    })
    expect(toJsonSchemaComponents({ Order: order, Page: page })).toMatchObject({
      Order: { type: 'object', required: ['id'] },
      Page: { properties: { orders: { items: { $ref: '#/components/schemas/Order' } } } },
    })
  })

  test('the JSON Schema of the validation error is the one the interface shows', () => {
    const components = { HTTPValidationError: httpValidationError, ValidationError: validationError }
    expect(toJsonSchemaComponents(components)).toEqual({
      HTTPValidationError: {
        type: 'object',
        properties: {
          detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
          code: { type: 'string', const: 'invalid_request' },
          request_id: { type: 'string' },
          doc_url: { type: 'string' },
          hint: { type: 'string' },
        },
        required: ['detail', 'code', 'request_id', 'doc_url'],
      },
      ValidationError: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
          msg: { type: 'string' },
          input: {},
          ctx: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} },
        },
        required: ['type', 'loc', 'msg'],
      },
    })
  })
})
