import * as v from 'valibot'
import type { Schema } from './schema.ts'

/** Any value as it was sent, to be read later by the schema that the document names `component`. */
export const unread = (component: string): Schema & { readonly jsonSchema: { readonly $ref: string } } => {
  const base = v.unknown()
  return { ...base, jsonSchema: { $ref: `#/components/schemas/${component}` } }
}
