/** The body fields that no schema declares, by dotted path: a misspelt stop price must not pass in silence. */

import { isJsonObject } from './json-number.ts'
import type { ObjectSchema } from './object.ts'
import type { Schema } from './schema.ts'

export const ignoredFields = (schema: Schema, sent: unknown, path = ''): readonly string[] => {
  if (isWrapping(schema)) return ignoredFields(schema.wrapped, sent, path)
  if (isList(schema) && Array.isArray(sent)) {
    return sent.flatMap((item: unknown, index) => ignoredFields(schema.item, item, `${path}${index}.`))
  }
  if (!isObject(schema) || !isJsonObject(sent)) return []
  return Object.entries(sent).flatMap(([name, value]) => {
    const declared = Object.hasOwn(schema.entries, name) ? schema.entries[name] : undefined
    return declared ? ignoredFields(declared, value, `${path}${name}.`) : [`${path}${name}`]
  })
}

const isWrapping = (schema: Schema): schema is Schema & { readonly wrapped: Schema } => 'wrapped' in schema
const isList = (schema: Schema): schema is Schema & { readonly item: Schema } => 'item' in schema
const isObject = (schema: Schema): schema is ObjectSchema<Readonly<Record<string, Schema>>> => 'entries' in schema
