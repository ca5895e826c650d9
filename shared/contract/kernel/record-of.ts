/** One table of the fields of a record that our interface shows: for each, its schema and its value. */

import type { InferInput } from 'valibot'
import { type Entries, type ObjectSchema, object } from '../validation/fields/object.ts'
import type { Schema } from '../validation/schema.ts'

/** A field of a record, and how its value comes from what the record shows. */
export type Shown<From extends readonly unknown[], S extends Schema> = readonly [
  schema: S,
  of: (...from: From) => InferInput<S>,
]

interface RecordForm<From extends readonly unknown[], E extends Entries> {
  readonly schema: ObjectSchema<E>
  /** The record as JSON, its fields in the order of the table. */
  readonly write: (...from: From) => InferInput<ObjectSchema<E>>
}

/** A record that shows what `From` lists. Called twice, because TypeScript infers all types of a call or none. */
export const recordOf =
  <From extends readonly unknown[]>() =>
  <E extends Entries>(fields: { readonly [Name in keyof E]: Shown<From, E[Name]> }): RecordForm<From, E> => {
    const columns = Object.entries<Shown<From, Schema>>(fields)
    // A record begins as a copy of this one, so that V8 knows its shape: that takes a quarter less time.
    const empty: { readonly [name: string]: unknown } = Object.fromEntries(columns.map(([name]) => [name, null]))
    return {
      schema: object(Object.fromEntries(columns.map(([name, [schema]]) => [name, schema])) as E),
      write: (...from) => {
        const record: { [name: string]: unknown } = { ...empty }
        for (const [name, [, of]] of columns) record[name] = of(...from)
        return record as InferInput<ObjectSchema<E>>
      },
    }
  }
