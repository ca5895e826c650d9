import * as v from 'valibot'
import { type Fault, refuse } from '../fault.ts'
import type { Schema } from '../schema.ts'
import { isJsonObject } from './json-number.ts'
import { type Entries, type ObjectSchema, object } from './object.ts'

/**
 * An object in which the field at `path`, of an object inside it, is required unless the flag `unless` is sent as true. The field
 * itself is declared as optional.
 */
export const requiredUnless = <const E extends Entries>(
  unless: keyof E & string,
  [inner, name]: readonly [keyof E & string, string],
  entries: E,
): ObjectSchema<E> => {
  const base = object(entries)
  return v._standardSchema<ObjectSchema<E>>({
    ...base,
    '~run'(dataset, config) {
      const sent = dataset.value
      const read = base['~run'](dataset, config)
      if (!isJsonObject(sent) || isTrue(entries[unless], sent[unless], config)) return read
      const holder = sent[inner]
      if (!isJsonObject(holder) || Object.hasOwn(holder, name)) return read
      const [missing] = refuse({ value: holder }, MISSING, config).issues
      const path = [placeOf(sent, inner, holder), placeOf(holder, name, undefined)] as const
      return { typed: false, value: sent, issues: [{ ...missing, path: [...path] }, ...(read.issues ?? [])] }
    },
  })
}

/** As the flag itself is read: there are many words for yes. */
const isTrue = (flag: Schema | undefined, value: unknown, config: v.Config<v.BaseIssue<unknown>>): boolean => {
  const read = flag?.['~run']({ value }, config)
  return read?.typed === true && read.value === true
}

const placeOf = (input: Record<string, unknown>, key: string, value: unknown): v.ObjectPathItem => ({
  type: 'object',
  origin: 'value',
  input,
  key,
  value,
})

const MISSING: Fault = { type: 'missing', msg: 'Field required' }
