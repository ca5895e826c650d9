/** A list in a query: its items in one text, separated by commas. */

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
      if (typeof sent !== 'string') return items['~run'](dataset, config)
      return items['~run']({ value: sent.split(',') }, config)
    },
  })
}
