/** A list in a query: its items separated by commas, in one text or in several. */

import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Schema } from '../schema.ts'
import { type ListBounds, list } from './list.ts'

type Described = Schema & { readonly jsonSchema: JsonSchema }

export interface CommaListSchema<Item extends Schema>
  extends v.BaseSchema<v.InferInput<Item>[], v.InferOutput<Item>[], v.BaseIssue<unknown>> {
  readonly jsonSchema: JsonSchema
}

/** Faults name the place of the item that they are about. */
export const commaList = <Item extends Described>(item: Item, bounds: ListBounds): CommaListSchema<Item> => {
  const items = list(item, bounds)
  return v._standardSchema<CommaListSchema<Item>>({
    kind: 'schema',
    type: 'comma_list',
    reference: v.unknown,
    expects: 'comma_list',
    async: false,
    jsonSchema: { type: 'array', items: item.jsonSchema, ...items.jsonSchema },
    '~run'(dataset, config) {
      const sent = dataset.value
      const texts: readonly unknown[] = Array.isArray(sent) ? sent : [sent]
      const value = texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : [text]))
      return items['~run']({ value }, config)
    },
  })
}

/** True if a parameter of this schema may come several times. */
export const isCommaList = (schema: Schema): boolean =>
  schema.type === 'comma_list' || (isOptional(schema) && isCommaList(schema.wrapped))

const isOptional = (schema: Schema): schema is v.ExactOptionalSchema<Schema, undefined> =>
  schema.type === 'exact_optional'
