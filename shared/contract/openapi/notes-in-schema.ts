/** Puts the note of each field into its schema, and reports fields without a note. */

import { FIELD_NOTES } from './field-notes.ts'

type Json = Readonly<Record<string, unknown>>

/** `schema` with a description at every field; `place` is the name of the schema, or of a field path inside it. */
export const withNotes = (schema: Json, place: string, onMissing: (field: string) => void = () => undefined): Json => {
  const inside = (one: unknown): unknown => (isJson(one) ? withNotes(one, place, onMissing) : one)
  return {
    ...schema,
    ...(isJson(schema['properties']) ? { properties: fieldsOf(schema['properties'], place, onMissing) } : {}),
    ...(isJson(schema['items']) ? { items: inside(schema['items']) } : {}),
    ...Object.fromEntries(
      ['anyOf', 'oneOf', 'allOf'].flatMap((word) => {
        const options = schema[word]
        return Array.isArray(options) ? [[word, options.map(inside)]] : []
      }),
    ),
  }
}

/** The note on a field: the one for this very place, else the one for the name. */
export const noteOn = (place: string, name: string): string | undefined =>
  FIELD_NOTES[`${place}.${name}`] ?? FIELD_NOTES[name]

const fieldsOf = (fields: Json, place: string, onMissing: (field: string) => void): Json =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      if (!isJson(schema)) return [name, schema]
      const inner = withNotes(schema, `${place}.${name}`, onMissing)
      const description = noteOn(place, name)
      if (description === undefined && schema['description'] === undefined) onMissing(`${place}.${name}`)
      return [name, description === undefined ? inner : { ...inner, description }]
    }),
  )

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
