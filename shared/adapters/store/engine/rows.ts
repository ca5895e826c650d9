/** One table of the fields of a record: for each, the attribute of the row and how its value stands there. Both ways are said once. */

import { type StoredThing, UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { tableDefinition } from './table-definition.ts'

/** What a row may hold. `null` and `undefined` are left out of the row. */
export type Value =
  | string
  | number
  | boolean
  | Uint8Array
  | ReadonlyArray<Value | null>
  | { readonly [name: string]: Value | null | undefined }

/** A row by attribute name. */
export type Row = { readonly [name: string]: Value | null | undefined }

/** What a row holds where a value is left out. */
export type Stored = Row[string]

export interface Codec<Field> {
  /** The value as the row holds it; null leaves it out. */
  readonly write: (value: Field) => Value | null
  /** The value a row holds, where null and undefined mean that it is left out. Throws `Damaged` for what was never written. */
  readonly read: (stored: Stored) => Field
}

/** A row, or a part of one, holds what was never written. */
export class Damaged extends Error {
  /** What is wrong, each with the attributes that lead to it: `at.n: expected a whole number, found a text`. */
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.name = 'Damaged'
    this.faults = faults
  }
}

/** Throws that another value was expected. It names the kind of the value and not the value, which may be a secret. */
export const unexpected = (expected: string, stored: Stored): never => {
  throw new Damaged([`expected ${expected}, found ${kindOf(stored)}`])
}

/** Runs `read`, and puts `place` before the faults it finds. */
export const within = <Field>(place: string, read: () => Field): Field => {
  try {
    return read()
  } catch (error) {
    throw new Damaged(faultsOf(error).map((fault) => joined(place, fault)))
  }
}

/** What is wrong with a value, as what reading it has thrown: the domain's own checks throw a RangeError. */
const faultsOf = (error: unknown): readonly string[] => {
  if (error instanceof Damaged) return error.faults
  if (error instanceof RangeError || error instanceof SyntaxError) return [error.message]
  throw error
}

/** `at` and `n: expected …` as `at.n: expected …`. */
const joined = (place: string, fault: string): string =>
  /^[\w.]+: /.test(fault) ? `${place}.${fault}` : `${place}: ${fault}`

const kindOf = (stored: Stored): string => {
  if (stored === undefined || stored === null) return 'nothing'
  if (typeof stored === 'string') return 'another text'
  if (typeof stored === 'number') return 'another number'
  if (typeof stored === 'boolean') return String(stored)
  if (stored instanceof Uint8Array) return 'bytes'
  return Array.isArray(stored) ? 'a list' : 'a map'
}

/** A field of a row. */
export type Field<Value> = readonly [attribute: string, codec: Codec<Value>]

/** The fields of a record, by the names the domain gives them. */
export type Fields<Record> = { readonly [Name in keyof Record]: Field<Record[Name]> }

export interface RowForm<Record> {
  /** The attributes of its fields. */
  readonly attributes: readonly string[]
  /** The record as attributes; those that are left out are null. */
  readonly write: (record: Readonly<Record>) => Row
  /** Throws `Damaged` with all that is wrong. */
  readonly read: (row: Row) => Record
}

/**
 * A record as a row and back. The record keeps attributes that this version does not know, also through a spread, and its next write stores
 * them again: during a deployment a newer version may have written them.
 */
export const rowOf = <Record extends object>(fields: Fields<Record>): RowForm<Record> => rowBeside([], fields)

/** The same for a row in which others write the attributes `beside`. */
export const rowBeside = <Record extends object>(beside: readonly string[], fields: Fields<Record>): RowForm<Record> =>
  keepUnknown(partOf(fields), [...OF_EVERY_ROW, ...beside])

/** A part of a record as some attributes of its row and back. */
export const partOf = <Record extends object>(fields: Fields<Record>): RowForm<Record> => {
  const columns = namesOf(fields).map((name) => ({ name, attribute: fields[name][0], codec: fields[name][1] }))
  return {
    attributes: columns.map(({ attribute }) => attribute),
    write: (record) => {
      const row: { [attribute: string]: Row[string] } = {}
      for (const { name, attribute, codec } of columns) row[attribute] = codec.write(record[name])
      return row
    },
    read: (row) => {
      const record: Partial<Record> = {}
      const faults: string[] = []
      for (const { name, attribute, codec } of columns) {
        try {
          record[name] = codec.read(row[attribute])
        } catch (error) {
          faults.push(...faultsOf(error).map((fault) => joined(attribute, fault)))
        }
      }
      if (faults.length > 0) throw new Damaged(faults)
      return record as Record
    },
  }
}

/** The form with the attributes that neither it nor `beside` knows, under a symbol of its own in the record. */
const keepUnknown = <Record extends object>(
  { attributes, write, read }: RowForm<Record>,
  beside: readonly string[],
): RowForm<Record> => {
  const known = new Set([...attributes, ...beside])
  const unknown = Symbol('unknown attributes')
  const keptOf = (record: object): Row | undefined => Reflect.get(record, unknown)
  return {
    attributes,
    write: (record) => {
      const kept = keptOf(record)
      return kept === undefined ? write(record) : { ...kept, ...write(record) }
    },
    read: (row) => {
      const record = read(row)
      const others = Object.entries(row).filter(([name]) => !known.has(name))
      return others.length === 0 ? record : { ...record, [unknown]: Object.fromEntries(others) }
    },
  }
}

/** Attributes that belong to no form: keys, the date of expiry, and the stamp of a write. */
const OF_EVERY_ROW = [...Object.keys(tableDefinition.keyAttributes), tableDefinition.ttlAttribute, 'w']

/** A record as a map within a row. It keeps what this version does not know, as a row does. */
export const mapOf = <Record extends object>(fields: Fields<Record>): Codec<Record> => {
  const form = keepUnknown(partOf(fields), [])
  return { write: form.write, read: (stored) => form.read(isMap(stored) ? stored : unexpected('a map', stored)) }
}

/** A record as a list within a row, its values in the order of the fields: shorter than a map where there are many of them. */
export const seriesOf = <Record extends object>(
  codecs: {
    readonly [Name in keyof Record]: Codec<Record[Name]>
  },
): Codec<Record> => {
  const names = namesOf(codecs)
  return {
    write: (record) => names.map((name) => codecs[name].write(record[name])),
    read: (stored) => {
      if (!isList(stored)) return unexpected('a list', stored)
      const record: Partial<Record> = {}
      for (const [place, name] of names.entries())
        record[name] = within(String(place), () => codecs[name].read(stored[place]))
      return record as Record
    },
  }
}

/** What a row holds, read by `read`. Throws `UnreadableRow`, which names the row and what is wrong with it. */
export const readRow = <Record>(row: Row, read: (row: Row) => Record, thing?: () => StoredThing): Record => {
  try {
    return read(row)
  } catch (error) {
    const faults = faultsOf(error).join('; ')
    throw new UnreadableRow(`row ${String(row['pk'])} ${String(row['sk'])} does not parse: ${faults}`, thing?.())
  }
}

/** What `read` makes of a row; null where there is none. */
export const ifThere = <Record>(row: Row | null, read: (row: Row) => Record): Record | null =>
  row === null ? null : read(row)

/** Whether a row holds a list there. */
export const isList = (stored: Stored): stored is ReadonlyArray<Value | null> => Array.isArray(stored)

/** Whether a row holds a map there. */
export const isMap = (stored: Row[string]): stored is Row =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && !(stored instanceof Uint8Array)

/** `Object.keys` does not say whose they are. */
const namesOf = <Owner extends object>(owner: Owner): ReadonlyArray<keyof Owner> =>
  Object.keys(owner) as Array<keyof Owner>
