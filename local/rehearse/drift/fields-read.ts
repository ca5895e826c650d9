/** Fields that schemas read of an answer, found in the schemas themselves, so that the list of fields is complete. */

import * as v from 'valibot'

export interface ReadField {
  /** True if the adapter knows the value; null for a field of any value. */
  readonly isKnown: ((value: unknown) => boolean) | null
  /** True if all fields below are read as they come, under any name. */
  readonly isOpen: boolean
}

/** Fields by their place, such as `markets[].ticker`. `place` is where the schema begins. */
export const fieldsRead = (schema: unknown, place: string): ReadonlyMap<string, ReadField> => {
  const found = new Map<string, ReadField>()
  visit(schema, place, found)
  return found
}

/** As much as is needed of a schema of Valibot, of whatever kind it is. */
const Kind = v.looseObject({
  type: v.string(),
  entries: v.optional(v.record(v.string(), v.unknown())),
  wrapped: v.optional(v.unknown()),
  item: v.optional(v.unknown()),
  value: v.optional(v.unknown()),
  options: v.optional(v.array(v.unknown())),
  pipe: v.optional(v.array(v.unknown())),
})
type Kind = v.InferOutput<typeof Kind>

const visit = (schema: unknown, place: string, found: Map<string, ReadField>): void => {
  const kind = v.parse(Kind, schema)
  if (place !== '') note(place, { isKnown: knownOf(kind, schema), isOpen: kind.type === 'record' }, found)
  for (const [name, entry] of Object.entries(kind.entries ?? {}))
    visit(entry, place === '' ? name : `${place}.${name}`, found)
  if (kind.wrapped !== undefined) visit(kind.wrapped, place, found)
  if (kind.type === 'array') visit(kind.item, `${place}[]`, found)
  if (kind.type === 'union' || kind.type === 'variant')
    for (const option of kind.options ?? []) visit(option, place, found)
}

/** A field may be read by several schemas, and be closed in one of them only. */
const note = (place: string, field: ReadField, found: Map<string, ReadField>): void => {
  const before = found.get(place)
  found.set(place, {
    isKnown: before?.isKnown ?? field.isKnown,
    isOpen: before?.isOpen === true || field.isOpen,
  })
}

const Known = v.looseObject({
  type: v.literal('metadata'),
  metadata: v.looseObject({ isKnown: v.custom<(text: string) => boolean>((given) => typeof given === 'function') }),
})

const knownOf = ({ type, pipe = [] }: Kind, schema: unknown): ReadField['isKnown'] => {
  for (const part of pipe) {
    const known = v.safeParse(Known, part)
    if (known.success) return (value) => typeof value !== 'string' || known.output.metadata.isKnown(value)
  }
  const isClosed = [type, ...pipe.map(typeOf)].some((one) => one === 'picklist' || one === 'literal')
  return isClosed && isSchema(schema) ? (value) => value == null || v.is(schema, value) : null
}

const typeOf = (part: unknown): string => v.parse(v.looseObject({ type: v.string() }), part).type

const isSchema = (given: unknown): given is v.GenericSchema => v.is(v.looseObject({ kind: v.literal('schema') }), given)
