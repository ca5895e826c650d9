/** Reads a row by its schema, or fails with a message that says which row is damaged and how. */

import { type GenericSchema, getDotPath, type InferOutput, safeParse } from 'valibot'
import type { Row } from './attributes.ts'

export const parseRow = <Schema extends GenericSchema>(schema: Schema, row: Row): InferOutput<Schema> => {
  const parsed = safeParse(schema, row)
  if (parsed.success) return parsed.output
  const issues = parsed.issues.map((issue) => `${getDotPath(issue) ?? 'row'}: ${issue.message}`)
  throw new Error(`row ${String(row.pk)} ${String(row.sk)} does not parse: ${issues.join('; ')}`)
}
