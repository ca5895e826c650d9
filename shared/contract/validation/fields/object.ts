import * as v from 'valibot'
import { type Fault, type FaultIssue, refuse } from '../fault.ts'
import type { Schema } from '../schema.ts'
import { isJsonObject } from './json-number.ts'

export type Entries = Readonly<Record<string, Schema>>

type Native<E extends Entries> = v.ObjectSchema<E, undefined>

export interface ObjectSchema<E extends Entries>
  extends v.BaseSchema<v.InferInput<Native<E>>, v.InferOutput<Native<E>>, v.BaseIssue<unknown>> {
  readonly type: 'object'
  readonly entries: E
}

/** An object with declared fields: faults in the order of declaration, then a fault for each field it does not declare. */
export const object = <const E extends Entries>(entries: E): ObjectSchema<E> => {
  const base: Native<E> = v.object(entries)
  return v._standardSchema<ObjectSchema<E>>({
    ...base,
    '~run'(dataset, config) {
      const sent = dataset.value
      // valibot takes any list for an object.
      if (!isJsonObject(sent)) return refuse(dataset, notObject, config)
      const read = base['~run'](dataset, config)
      const extra = Object.keys(sent).filter((name) => !Object.hasOwn(entries, name))
      if (extra.length === 0) return read
      const issues = extra.flatMap((name) => extraIssues(sent, name, config))
      const [first, ...others] = [...(read.issues ?? []), ...issues]
      return first === undefined ? read : { typed: false, value: sent, issues: [first, ...others] }
    },
  })
}

/** The fault of a field nobody declared, at its name. */
const extraIssues = (
  sent: Readonly<Record<string, unknown>>,
  key: string,
  config: v.Config<v.BaseIssue<unknown>>,
): readonly FaultIssue[] => {
  const value = sent[key]
  const place = { type: 'object', origin: 'value', input: sent, key, value } as const
  return refuse({ value }, notDeclared, config).issues.map((issue) => ({ ...issue, path: [place] }))
}

const notDeclared: Fault = { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }

const notObject: Fault = {
  type: 'model_attributes_type',
  msg: 'Input should be a valid dictionary or object to extract fields from',
}
