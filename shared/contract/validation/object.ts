/** An object with declared fields, faults in the order of declaration; fields it does not declare are left out. */

import * as v from 'valibot'
import { type Fault, refuse } from './fault.ts'
import { isJsonObject } from './json-number.ts'
import type { Schema } from './schema.ts'

export type Entries = Readonly<Record<string, Schema>>

type Native<E extends Entries> = v.ObjectSchema<E, undefined>

export interface ObjectSchema<E extends Entries>
  extends v.BaseSchema<v.InferInput<Native<E>>, v.InferOutput<Native<E>>, v.BaseIssue<unknown>> {
  readonly type: 'object'
  readonly entries: E
}

export const object = <const E extends Entries>(entries: E): ObjectSchema<E> => {
  const base: Native<E> = v.object(entries)
  return v._standardSchema<ObjectSchema<E>>({
    ...base,
    '~run'(dataset, config) {
      // valibot takes any list for an object.
      return isJsonObject(dataset.value) ? base['~run'](dataset, config) : refuse(dataset, notObject, config)
    },
  })
}

const notObject: Fault = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
}
