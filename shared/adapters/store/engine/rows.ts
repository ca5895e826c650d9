/** Table of the fields of a record: the attribute and the codec of each, for reading and writing alike. */

import { type StoredThing, UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { tableDefinition } from './table-definition.ts'

/** Value of an attribute. `null` and `undefined` are left out of the row. */
export type Value =
  | string
  | number
  | boolean
  | Uint8Array
  | ReadonlyArray<Value | null>
  | { readonly [name: string]: Value | null | undefined }

/** Row by attribute name. */
export type Row = { readonly [name: string]: Value | null | undefined }

/** Stored value, including the absent one. */
export type Stored = Row[string]

export interface Codec<Field> {
  /** Value for the row; null leaves it out. */
  readonly write: (value: Field) => Value | null
  /** Reads the value of a row. Null and undefined mean that it was left out. Throws `Damaged` for an impossible value. */
  readonly read: (stored: Stored) => Field
}

/** Error of a row, or a part of one, with an impossible value. */
export class Damaged extends Error {
  /** Faults, each with the path of attributes: `at.n: expected a whole number, found a text`. */
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('; '))
    this.name = 'Damaged'
    this.faults = faults
  }
}

/** Throws that another value was expected. Names the kind of the value, because the value may be a secret. */
export const unexpected = (expected: string, stored: Stored): never => {
  throw new Damaged([`expected ${expected}, found ${kindOf(stored)}`])
}

/** Runs `read`, and adds `place` before the faults that it finds. */
export const within = <Field>(place: string, read: () => Field): Field => {
  try {
    return read()
  } catch (error) {
    throw new Damaged(faultsOf(error).map((fault) => joined(place, fault)))
  }
}

/** Faults in an error of `read`: the domain's own checks throw a RangeError. */
const faultsOf = (error: unknown): readonly string[] => {
  if (error instanceof Damaged) return error.faults
  if (error instanceof RangeError || error instanceof SyntaxError) return [error.message]
  throw error
}

/** Joins `at` and `n: expected …` to `at.n: expected …`. */
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

/** Field of a row. */
export type Field<Value> = readonly [attribute: string, codec: Codec<Value>]

/** Fields of a record, by their names in the domain. */
export type Fields<Record> = { readonly [Name in keyof Record]: Field<Record[Name]> }

export interface RowForm<Record> {
  /** Attributes of its fields. */
  readonly attributes: readonly string[]
  /** Attributes of the record; attributes to leave out are null. */
  readonly write: (record: Readonly<Record>) => Row
  /** Throws `Damaged` with all faults. */
  readonly read: (row: Row) => Record
}

/**
 * Form of a record as a row. The record keeps attributes that this version does not know, also through a spread, and its next write stores them
 * again: during a deployment a newer version may have written them.
 */
export const rowOf = <Record extends object>(fields: Fields<Record>): RowForm<Record> => rowBeside([], fields)

/** The same for a row whose attributes `beside` are written elsewhere. */
export const rowBeside = <Record extends object>(beside: readonly string[], fields: Fields<Record>): RowForm<Record> =>
  keepUnknown(partOf(fields), [...OF_EVERY_ROW, ...beside])

/** Form of a part of a record, as some attributes of its row. */
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

/** Adds to a form the attributes that neither it nor `beside` knows, under a symbol in the record. */
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

/** Record as a map within a row. It keeps unknown attributes, as a row does. */
export const mapOf = <Record extends object>(fields: Fields<Record>): Codec<Record> => {
  const form = keepUnknown(partOf(fields), [])
  return { write: form.write, read: (stored) => form.read(isMap(stored) ? stored : unexpected('a map', stored)) }
}

/** Record as a list within a row, with the values in the order of the fields: shorter than a map if there are many records. */
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

/** Reads a row. Throws `UnreadableRow`, which names the row and its faults. */
export const readRow = <Record>(row: Row, read: (row: Row) => Record, thing?: () => StoredThing): Record => {
  try {
    return read(row)
  } catch (error) {
    const faults = faultsOf(error).join('; ')
    throw new UnreadableRow(`row ${String(row['pk'])} ${String(row['sk'])} does not parse: ${faults}`, thing?.())
  }
}

/** Reads a row, or returns null if there is none. */
export const ifThere = <Record>(row: Row | null, read: (row: Row) => Record): Record | null =>
  row === null ? null : read(row)

/** True for a list. */
export const isList = (stored: Stored): stored is ReadonlyArray<Value | null> => Array.isArray(stored)

/** True for a map. */
export const isMap = (stored: Row[string]): stored is Row =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && !(stored instanceof Uint8Array)

/** `Object.keys` with the type of its owner. */
const namesOf = <Owner extends object>(owner: Owner): ReadonlyArray<keyof Owner> =>
  Object.keys(owner) as Array<keyof Owner>
