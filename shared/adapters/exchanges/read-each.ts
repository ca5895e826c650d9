/** Reads the records of a list one by one, so that one bad record does not cost the list. */

import * as v from 'valibot'
import { type OnSkip, orSkip } from './or-skip.ts'

/**
 * Returns the values that `translate` makes of records in the form of the schema. `onSkip` receives the other records,
 * by the names of `nameOf`.
 */
export const readEach = <Schema extends v.GenericSchema, Value>(
  records: readonly unknown[],
  schema: Schema,
  nameOf: (record: unknown) => string,
  onSkip: OnSkip,
  translate: (wire: v.InferOutput<Schema>) => readonly Value[],
): readonly Value[] =>
  records.flatMap((record) => {
    const reading = v.safeParse(schema, record)
    if (reading.success) {
      const [values = []] = orSkip(nameOf(record), onSkip, () => translate(reading.output))
      return values
    }
    onSkip(nameOf(record), reading.issues[0].message)
    return []
  })
