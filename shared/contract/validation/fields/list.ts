import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type Fault, refuse } from '../fault.ts'
import type { Schema } from '../schema.ts'

export interface ListSchema<Item extends Schema>
  extends v.BaseSchema<v.InferInput<Item>[], v.InferOutput<Item>[], v.BaseIssue<unknown>> {
  readonly type: 'array'
  readonly item: Item
  readonly jsonSchema: JsonSchema
}

export interface ListBounds {
  readonly min?: number
  readonly max?: number
}

/** A list whose items all fit `item`. `min` and `max` bound the number of items. */
export const list = <Item extends Schema>(item: Item, { min, max }: ListBounds = {}): ListSchema<Item> => {
  const base = v.array(item)
  return v._standardSchema<ListSchema<Item>>({
    ...base,
    jsonSchema: { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) },
    '~run'(dataset, config) {
      const sent = dataset.value
      if (!Array.isArray(sent)) return refuse(dataset, notList, config)
      // Pydantic does not look into a list that is too long, and counts a short one only after all items passed.
      if (max !== undefined && sent.length > max) return refuse(dataset, tooLong(max, sent.length), config)
      const read = base['~run'](dataset, config)
      if (!read.issues && min !== undefined && sent.length < min) {
        return refuse({ value: sent }, tooShort(min, sent.length), config)
      }
      return read
    },
  })
}

const notList: Fault = { type: 'list_type', msg: 'Input should be a valid list' }

const tooShort = (min: number, length: number): Fault => ({
  type: 'too_short',
  msg: `List should have at least ${items(min)} after validation, not ${length}`,
  ctx: { field_type: 'List', min_length: min, actual_length: length },
})

const tooLong = (max: number, length: number): Fault => ({
  type: 'too_long',
  msg: `List should have at most ${items(max)} after validation, not ${length}`,
  ctx: { field_type: 'List', max_length: max, actual_length: length },
})

const items = (count: number): string => `${count} item${count === 1 ? '' : 's'}`
