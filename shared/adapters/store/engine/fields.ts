/** One table of the fields of a record: for each, the attribute of the row and how its value stands there. */

import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import type { Row } from './attributes.ts'
import { type Codec, Damaged, faultsOf, joined, unexpected, within } from './codec.ts'
import { isList } from './codecs.ts'

/** A field of a row. */
export type Field<Value> = readonly [attribute: string, codec: Codec<Value>]

/** The fields of a record, by the names the domain gives them. */
export type Fields<Record> = { readonly [Name in keyof Record]: Field<Record[Name]> }

export interface RowForm<Record> {
  /** The record as attributes; those that are left out are null. */
  readonly write: (record: Readonly<Record>) => Row
  /** Throws `Damaged` with all that is wrong. */
  readonly read: (row: Row) => Record
}

/** A record as a row and back. */
export const rowOf = <Record extends object>(fields: Fields<Record>): RowForm<Record> => {
  const columns = namesOf(fields).map((name) => ({ name, attribute: fields[name][0], codec: fields[name][1] }))
  return {
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

/** A record as a map within a row. */
export const mapOf = <Record extends object>(fields: Fields<Record>): Codec<Record> => {
  const form = rowOf(fields)
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
export const readRow = <Record>(row: Row, read: (row: Row) => Record): Record => {
  try {
    return read(row)
  } catch (error) {
    const faults = faultsOf(error).join('; ')
    throw new UnreadableRow(`row ${String(row['pk'])} ${String(row['sk'])} does not parse: ${faults}`)
  }
}

/** What `read` makes of a row; null where there is none. */
export const ifThere = <Record>(row: Row | null, read: (row: Row) => Record): Record | null =>
  row === null ? null : read(row)

/** Whether a row holds a map there. */
export const isMap = (stored: Row[string]): stored is Row =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) && !(stored instanceof Uint8Array)

/** `Object.keys` does not say whose they are. */
const namesOf = <Owner extends object>(owner: Owner): ReadonlyArray<keyof Owner> =>
  Object.keys(owner) as Array<keyof Owner>
