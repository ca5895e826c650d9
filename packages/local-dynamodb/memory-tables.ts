/** The tables of the local engine in lists instead of a file: what stories do to them takes a fraction of the time. */

import { isEqualValue } from './compare-values.ts'
import { type Item, itemSize } from './item-size.ts'
import { refusal } from './refusal.ts'
import { ITEM, type Place, type Range, type StoredRow, type TableRows, TEXT } from './table-rows.ts'
import { type IndexSchema, indexPlace, type KeyColumn, shownIn, type TableSchema } from './table-schema.ts'
import type { OpenTable, Tables } from './tables.ts'

/** Tables that are gone with the last who knows them. */
export const memoryTables = (): Tables => {
  const tables = new Map<string, OpenTable>()
  /** Undoes each change since `together` began. */
  const undo: Array<() => void> = []
  const find: Tables['find'] = (name = '') => {
    const table = tables.get(name)
    if (table === undefined) throw refusal('ResourceNotFoundException', 'Requested resource not found')
    return table
  }
  return {
    find,
    all: () => [...tables.values()],
    create: (schema) => {
      if (tables.has(schema.name)) throw refusal('ResourceInUseException', `Table already exists: ${schema.name}`)
      const table = { schema, rows: memoryRows(() => find(schema.name).schema, undo) }
      tables.set(schema.name, table)
      return table
    },
    drop: (name) => {
      const table = find(name)
      tables.delete(table.schema.name)
      return table
    },
    expireBy: (name, ttlAttribute) => {
      const { schema, rows } = find(name)
      tables.set(schema.name, { schema: { ...schema, ttlAttribute }, rows })
    },
    together: (act) => {
      undo.length = 0
      try {
        return act()
      } catch (error) {
        for (const back of undo.toReversed()) back()
        throw error
      }
    },
    durability: 'process',
    close: () => tables.clear(),
  }
}

/** A row of an index. */
interface IndexRow extends StoredRow {
  readonly columns: readonly [KeyColumn, KeyColumn]
}

const memoryRows = (schemaNow: () => TableSchema, undo: Array<() => void>): TableRows => {
  const rows = new SortedRows()
  const indexes = new Map<string, SortedRows>()
  const rowsOf = ({ name }: IndexSchema) => {
    const known = indexes.get(name) ?? new SortedRows()
    indexes.set(name, known)
    return known
  }
  /** Rows of each table row in the indexes. */
  const shownRows = new WeakMap<StoredRow, ReadonlyArray<IndexRow | null>>()

  const put = (place: Place, before: StoredRow | null, after: StoredRow | null): void => {
    rows.set(place, after)
    for (const [n, index] of schemaNow().indexes.entries()) {
      const [old, now] = [before, after].map((row) => (row === null ? null : (shownRows.get(row)?.[n] ?? null)))
      if (old === now) continue
      if (old != null) rowsOf(index).set([...old.columns, ...place], null)
      if (now != null) rowsOf(index).set([...now.columns, ...place], now)
    }
  }

  return {
    get: (place) => rows.get(place),

    change: (place, _before, after) => {
      const before = rows.get(place)
      const row = after === null ? null : memoryRow(after.item, after.size)
      const { indexes: all, ...table } = schemaNow()
      const changes = all.map((index, n) => {
        const old = before === null ? null : (shownRows.get(before)?.[n] ?? null)
        const now = after === null ? null : indexRow({ ...table, indexes: all }, index, after.item)
        return { name: index.name, before: old, after: isSame(old, now) ? old : now }
      })
      if (row !== null)
        shownRows.set(
          row,
          changes.map((change) => change.after),
        )
      put(place, before, row)
      undo.push(() => put(place, row, before))
      return changes.filter((change) => change.before !== change.after)
    },

    read: (range, most) => {
      const index = schemaNow().indexes.find(({ name }) => name === range.index)
      return (index === undefined ? rows : rowsOf(index)).read(range, most)
    },

    expired: (from, to, most) => {
      const { ttlAttribute } = schemaNow()
      const isOver = (row: StoredRow): boolean => {
        const at = ttlAttribute === null ? undefined : row[ITEM]?.[ttlAttribute]?.N
        return at !== undefined && Math.trunc(Number(at)) >= from && Math.trunc(Number(at)) <= to
      }
      return rows.read(EVERYTHING, Number.POSITIVE_INFINITY).filter(isOver).slice(0, most)
    },

    noteExpiry: () => undefined,
    drop: () => undefined,
  }
}

/** All rows of the table, in their order. */
export const EVERYTHING: Range = { index: null, partition: null, from: null, to: null, after: null, descending: false }

/** The text and the size are computed on first use. */
const memoryRow = (item: Item, size?: number): StoredRow => {
  let text: string | undefined
  let bytes = size
  return {
    [ITEM]: item,
    get [TEXT]() {
      text ??= JSON.stringify(item)
      return text
    },
    get size() {
      bytes ??= itemSize(item)
      return bytes
    },
  }
}

const indexRow = (table: TableSchema, index: IndexSchema, item: Item): IndexRow | null => {
  const columns = indexPlace(index, item)
  if (columns === null) return null
  return Object.assign(memoryRow(shownIn(table, index, item)), { columns })
}

const isSame = (one: IndexRow | null, other: IndexRow | null): boolean => {
  if (one === null || other === null) return one === other
  const [a, b] = [one[ITEM] ?? {}, other[ITEM] ?? {}]
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => {
      const [value, now] = [a[name], b[name]]
      return value !== undefined && now !== undefined && isEqualValue(value, now)
    })
  )
}

interface Entry {
  readonly order: readonly string[]
  readonly row: StoredRow
}

/** Rows by their partition, each partition in the order of the other columns. */
class SortedRows {
  readonly #partitions = new Map<string, Entry[]>()

  get([partition, ...behind]: readonly KeyColumn[]): StoredRow | null {
    const order = behind.map(sortable)
    const list = this.#listOf(sortable(partition))
    const entry = list[placeIn(list, order)]
    return entry !== undefined && compare(entry.order, order) === 0 ? entry.row : null
  }

  /** Null removes the row. */
  set([partition, ...behind]: readonly KeyColumn[], row: StoredRow | null): void {
    const name = sortable(partition)
    const order = behind.map(sortable)
    const list = this.#listOf(name)
    const at = placeIn(list, order)
    const entry = list[at]
    const isThere = entry !== undefined && compare(entry.order, order) === 0
    list.splice(at, isThere ? 1 : 0, ...(row === null ? [] : [{ order, row }]))
    if (list.length === 0) this.#partitions.delete(name)
    else this.#partitions.set(name, list)
  }

  read(range: Range, most: number): readonly StoredRow[] {
    const found: StoredRow[] = []
    for (const name of this.#partitionsOf(range)) {
      const left = most - found.length
      if (left <= 0) break
      const list = this.#listOf(name)
      const [low, high] = boundsIn(list, name, range)
      const part = range.descending
        ? list.slice(Math.max(low, high - left), high).reverse()
        : list.slice(low, Math.min(high, low + left))
      for (const { row } of part) found.push(row)
    }
    return found
  }

  #listOf(name: string): Entry[] {
    return this.#partitions.get(name) ?? []
  }

  /** The partitions of the range in its order, without those before its start. */
  #partitionsOf({ partition, after, descending }: Range): readonly string[] {
    const names = partition === null ? [...this.#partitions.keys()].toSorted() : [sortable(partition)]
    if (descending) names.reverse()
    if (after === null) return names
    const last = sortable(after[0])
    return names.filter((name) => (descending ? name <= last : name >= last))
  }
}

/** The places of the first entry within the range and of the first one behind it, in one partition. */
const boundsIn = (
  list: readonly Entry[],
  name: string,
  { from, to, after, descending }: Range,
): readonly [number, number] => {
  const low = from === null ? 0 : placeIn(list, [sortable(from.column)], !from.isIncluded)
  const high = to === null ? list.length : placeIn(list, [sortable(to.column)], to.isIncluded)
  const [last, ...behind] = after?.map(sortable) ?? []
  if (name !== last) return [low, high]
  return descending ? [low, Math.min(high, placeIn(list, behind))] : [Math.max(low, placeIn(list, behind, true)), high]
}

/** The first that is not before the order, which may be the beginning of one; the first behind it where `isBehind`. */
const placeIn = (list: readonly Entry[], order: readonly string[], isBehind = false): number => {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = compare(list[middle]?.order ?? [], order)
    if (at < 0 || (isBehind && at === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** As far as the second goes. */
const compare = (one: readonly string[], other: readonly string[]): number => {
  for (const [n, part] of other.entries()) {
    const mine = one[n] ?? ''
    if (mine !== part) return mine < part ? -1 : 1
  }
  return 0
}

/** A text in the order of its bytes. */
const sortable = (column: KeyColumn = ''): string =>
  typeof column === 'string' && IS_PLAIN.test(column) ? column : Buffer.from(column).toString('latin1')

const IS_PLAIN = /^[\0-\x7f]*$/
