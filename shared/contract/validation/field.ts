/** The base of every leaf schema: reads one JSON value or query text, or answers the fault Pydantic answers. */

import type { JsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { type Fault, type FaultIssue, refuse } from './fault.ts'

/** `In` is what travels in JSON, `Out` what the program gets: `v.InferInput` and `v.InferOutput` tell them apart. */
export interface FieldSchema<In, Out> extends v.BaseSchema<In, Out, FaultIssue> {
  /** The field in the OpenAPI document; read by `toJsonSchema`. */
  readonly jsonSchema: JsonSchema
}

/** A leaf schema from its name, its JSON Schema and the function that reads one value. */
export const field = <In, Out extends string | number | boolean>(
  type: string,
  jsonSchema: JsonSchema,
  read: (value: unknown) => Out | Fault,
): FieldSchema<In, Out> =>
  v._standardSchema<FieldSchema<In, Out>>({
    kind: 'schema',
    type,
    reference: v.unknown,
    expects: type,
    async: false,
    jsonSchema,
    '~run'(dataset, config) {
      const reading = isBrokenText(dataset.value) ? brokenText : read(dataset.value)
      return typeof reading === 'object' ? refuse(dataset, reading, config) : { typed: true, value: reading }
    },
  })

/** Half of a surrogate pair cannot be stored or sent on as UTF-8, so no field takes it. */
const isBrokenText = (value: unknown): boolean => typeof value === 'string' && !value.isWellFormed()

const brokenText: Fault = {
  type: 'string_unicode',
  msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
}
