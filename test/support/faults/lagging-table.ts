/** A table whose indexes lag behind its rows, as DynamoDB's do and a local engine's never. */

import type { Key } from '#adapters/store/engine/keys.ts'
import type { Question } from '#adapters/store/engine/question.ts'
import type { Row, Value } from '#adapters/store/engine/rows.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { tableDefinition } from '#adapters/store/engine/table-definition.ts'

/** Each write stays unseen by as many of the index reads that would show it as `staleReads` says. */
export const laggingTable = (table: Table, staleReads: () => number): Table => {
  /** The row as the indexes still have it, and how many more reads it stays so. */
  const unseen = new Map<string, { readonly row: Row | null; reads: number }>()

  const note = (key: Key, before: Row | null) => {
    const reads = staleReads()
    if (reads > 0) unseen.set(nameOf(key), { row: unseen.get(nameOf(key))?.row ?? before, reads })
  }

  const readIndex = async (question: Question): Promise<readonly Row[]> => {
    const { index, limit: _, attributes: __, filter, ...range } = question
    const now = await table.query({ index, ...range })
    const old = [...unseen.values()].flatMap(({ row }) => (row !== null && isIn(row, question) ? [row] : []))
    const sortKey = index === undefined ? tableDefinition.sortKey : tableDefinition.indexes[index].sortKey
    const seen = [...now.filter((row) => !unseen.has(nameOf(row))), ...old]
      .filter((row) =>
        Object.entries(filter ?? {}).every(([name, value]) => value === undefined || row[name] === value),
      )
      .sort((a, b) => compare(a[sortKey], b[sortKey]) * (question.descending === true ? -1 : 1))
    for (const name of new Set([...now, ...old].map(nameOf))) {
      const entry = unseen.get(name)
      if (entry !== undefined) entry.reads -= 1
      if (entry?.reads === 0) unseen.delete(name)
    }
    return seen
  }

  return {
    ...table,
    page: async (question, from) =>
      question.index === undefined ? table.page(question, from) : { rows: await readIndex(question), cursor: null },
    query: async (question) =>
      question.index === undefined ? table.query(question) : (await readIndex(question)).slice(0, question.limit),
    count: async (question, from) =>
      question.index === undefined ? table.count(question, from) : (await readIndex(question)).length,
    write: async (changes) => {
      const keys = changes.map((change): Key => ('put' in change ? change.put : change.remove))
      const before = await Promise.all(keys.map((key) => table.get(key)))
      const result = await table.write(changes)
      if (result.written) for (const [place, key] of keys.entries()) note(key, before[place] ?? null)
      return result
    },
  }
}

const isIn = (row: Row, question: Question): boolean => {
  if (question.index === undefined) return false
  const { partitionKey, sortKey } = tableDefinition.indexes[question.index]
  const sort = row[sortKey]
  if (row[partitionKey] !== question.partition || sort === undefined || sort === null) return false
  const range = question.sort
  if (range === undefined) return true
  if ('startsWith' in range) return String(sort).startsWith(range.startsWith)
  if ('atMost' in range) return compare(sort, range.atMost) <= 0
  if ('atLeast' in range) return compare(sort, range.atLeast) >= 0
  if ('from' in range) return compare(sort, range.from) >= 0 && compare(sort, range.upTo) <= 0
  return compare(sort, range.above) > 0 && compare(sort, range.upTo) <= 0
}

const compare = (a: Value | null | undefined, b: Value | null | undefined): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a), String(b)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

const nameOf = (row: Row | Key): string => `${String(row.pk)} ${String(row.sk)}`
