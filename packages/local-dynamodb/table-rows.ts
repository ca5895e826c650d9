/** The rows of one table and of its indexes in SQLite, each partition in the order of its sort key. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Item } from './item-size.ts'
import { type IndexEntry, indexEntry, type KeyColumn, keyColumn, type TableSchema } from './table-schema.ts'

/** Marks the text of a row, which goes onto the wire as it is. */
export const TEXT = Symbol('text')

/** Marks the parsed value of a row, if it is known without the text. */
export const ITEM = Symbol('item')

/** A row as it is stored; its text is read only where something depends on what it says. */
export interface StoredRow {
  readonly [TEXT]: string
  readonly [ITEM]?: Item
  readonly size: number
}

export const itemOf = (row: StoredRow): Item => row[ITEM] ?? JSON.parse(row[TEXT])

/** A row of the table, by its place there. */
export type Place = readonly [KeyColumn, KeyColumn]

/** Effect of a write on an index. */
export interface IndexChange {
  readonly name: string
  readonly before: Pick<IndexEntry, 'columns' | 'size'> | null
  readonly after: Pick<IndexEntry, 'columns' | 'size'> | null
}

/** Rows of the table or of an index to read, and their order. */
export interface Range {
  /** Null for the table. */
  readonly index: string | null
  /** Null for all partitions. */
  readonly partition: KeyColumn | null
  readonly from: Bound | null
  readonly to: Bound | null
  /** End of the page before: columns of the order, in full. */
  readonly after: readonly KeyColumn[] | null
  readonly descending: boolean
}

/** An end of a range of sort keys. */
export interface Bound {
  readonly column: KeyColumn
  readonly isIncluded: boolean
}

export interface TableRows {
  readonly get: (place: Place) => StoredRow | null
  /** Puts the item in place of `before`, or removes it if the item is null. Returns the changes in the indexes. */
  readonly change: (place: Place, before: Item | null, after: NewRow | null) => readonly IndexChange[]
  readonly read: (range: Range, most: number) => readonly StoredRow[]
  /** Rows whose time to live was over at some second between the two. */
  readonly expired: (from: number, to: number, most: number) => readonly StoredRow[]
  /** Notes again when each row expires. */
  readonly noteExpiry: () => void
  readonly drop: () => void
}

export interface NewRow {
  readonly item: Item
  readonly text: string
  readonly size: number
}

export const placeOf = (schema: TableSchema, item: Item): Place => [
  keyColumn(item[schema.partitionKey]),
  schema.sortKey === null ? '' : keyColumn(item[schema.sortKey]),
]

/** `number` distinguishes its SQL tables from others. Creates them unless they exist. */
export const tableRows = (database: DatabaseSync, number: number, schema: TableSchema): TableRows => {
  const table = `rows_${number}`
  const indexes = schema.indexes.map((index, n) => ({ index, table: `rows_${number}_${n}` }))
  database.exec(
    [
      `CREATE TABLE IF NOT EXISTS ${table} (pk, sk, item TEXT, size INTEGER, ttl INTEGER, PRIMARY KEY (pk, sk)) WITHOUT ROWID`,
      `CREATE INDEX IF NOT EXISTS ${table}_ttl ON ${table} (ttl) WHERE ttl IS NOT NULL`,
      ...indexes.map(
        (one) =>
          `CREATE TABLE IF NOT EXISTS ${one.table} (ipk, isk, pk, sk, item TEXT, size INTEGER, PRIMARY KEY (ipk, isk, pk, sk)) WITHOUT ROWID`,
      ),
    ].join(';'),
  )
  const statements = new Map<string, StatementSync>()
  /** Made once, when it is needed first. */
  const sql = (text: string): StatementSync => {
    const known = statements.get(text)
    if (known !== undefined) return known
    const made = database.prepare(text)
    made.setReturnArrays(true)
    statements.set(text, made)
    return made
  }

  const expiry = (item: Item): number | null => {
    const value = schema.ttlAttribute === null ? undefined : item[schema.ttlAttribute]?.N
    return value === undefined ? null : Math.trunc(Number(value))
  }

  const changeIndex = (one: (typeof indexes)[number], place: Place, old: IndexEntry | null, now: IndexEntry | null) => {
    if (old !== null && (now === null || !isSamePlace(old.columns, now.columns)))
      sql(`DELETE FROM ${one.table} WHERE ipk = ? AND isk = ? AND pk = ? AND sk = ?`).run(...old.columns, ...place)
    if (now !== null)
      sql(`INSERT OR REPLACE INTO ${one.table} VALUES (?, ?, ?, ?, ?, ?)`).run(
        ...now.columns,
        ...place,
        now.text,
        now.size,
      )
  }

  return {
    get: (place) => {
      const found = sql(`SELECT item, size FROM ${table} WHERE pk = ? AND sk = ?`).get(...place)
      return found === undefined ? null : storedRow(found)
    },

    change: (place, before, after) => {
      if (after === null) sql(`DELETE FROM ${table} WHERE pk = ? AND sk = ?`).run(...place)
      else
        sql(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?, ?, ?)`).run(
          ...place,
          after.text,
          after.size,
          expiry(after.item),
        )
      return indexes.flatMap((one) => {
        const old = before === null ? null : indexEntry(schema, one.index, before)
        const now = after === null ? null : indexEntry(schema, one.index, after.item)
        if (old?.text === now?.text) return []
        changeIndex(one, place, old, now)
        return [{ name: one.index.name, before: old, after: now }]
      })
    },

    read: (range, most) => {
      const of = range.index === null ? null : indexes.find(({ index }) => index.name === range.index)
      const columns = of === null ? ['pk', 'sk'] : ['ipk', 'isk', 'pk', 'sk']
      const { text, values } = conditionOf(range, columns)
      const order = columns.map((column) => `${column}${range.descending ? ' DESC' : ''}`).join()
      const from = of?.table ?? table
      const query = `SELECT item, size FROM ${from} ${text} ORDER BY ${order} LIMIT ?`
      return sql(query)
        .all(...values, most)
        .map(storedRow)
    },

    expired: (from, to, most) =>
      sql(`SELECT item, size FROM ${table} WHERE ttl BETWEEN ? AND ? LIMIT ?`).all(from, to, most).map(storedRow),

    noteExpiry: () => {
      const note = database.prepare(`UPDATE ${table} SET ttl = ? WHERE pk = ? AND sk = ?`)
      for (const found of sql(`SELECT item, size FROM ${table}`).all()) {
        const item = itemOf(storedRow(found))
        note.run(expiry(item), ...placeOf(schema, item))
      }
    },

    drop: () =>
      database.exec([table, ...indexes.map((one) => one.table)].map((name) => `DROP TABLE ${name}`).join(';')),
  }
}

const storedRow = (found: unknown): StoredRow => {
  // The statement answers arrays of its two columns.
  const [text, size] = found as readonly [string, number]
  return { [TEXT]: text, size }
}

const isSamePlace = (one: Place, other: Place): boolean => one.every((column, n) => isSame(column, other[n]))

const isSame = (one: KeyColumn, other: KeyColumn | undefined): boolean =>
  typeof one === 'string' || other === undefined || typeof other === 'string'
    ? one === other
    : Buffer.compare(one, other) === 0

/** The partition first, then the narrowest range of what SQLite can look up. */
const conditionOf = (range: Range, columns: readonly string[]) => {
  const [partition = '', sort = ''] = columns
  const terms: string[] = []
  const values: KeyColumn[] = []
  const add = (term: string, ...of: readonly KeyColumn[]): void => {
    terms.push(term)
    values.push(...of)
  }
  if (range.partition !== null) add(`${partition} = ?`, range.partition)
  if (range.from !== null) add(`${sort} >${range.from.isIncluded ? '=' : ''} ?`, range.from.column)
  if (range.to !== null) add(`${sort} <${range.to.isIncluded ? '=' : ''} ?`, range.to.column)
  if (range.after !== null) {
    const behind = range.descending ? '<' : '>'
    // Without the partition, if there is one: SQLite then begins at the sort key.
    const rest = range.partition === null ? columns : columns.slice(1)
    const given = range.partition === null ? range.after : range.after.slice(1)
    if (rest.length > 1) add(`(${rest.join()}) ${behind} (${rest.map(() => '?').join()})`, ...given)
    else add(`${rest.join()} ${behind} ?`, ...given)
  }
  return { text: terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`, values }
}
