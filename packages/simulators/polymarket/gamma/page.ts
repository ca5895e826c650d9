/** Sorts Gamma's rows and cuts pages out of them: by a keyset cursor, or the old way by an offset. */

import * as v from 'valibot'
import { type GammaQuery, invalid } from './query.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: string }

interface Page<Item> {
  readonly items: readonly Item[]
  /** Absent on the last page. */
  readonly cursor: string | undefined
}

/** The page after `after_cursor`. */
export const keysetPage = <Item extends Row>(rows: readonly Item[], query: GammaQuery, sortable: SortFields) => {
  if (query.text('offset') !== undefined) throw invalid('offset is not supported, use after_cursor')
  const order = orderOf(query, sortable)
  const sorted = rows.toSorted((one, other) => compare(keyOf(one, order), keyOf(other, order), order))
  const cursor = query.text('after_cursor')
  const after = cursor === undefined ? null : decode(cursor, order.fields.length)
  const left = after === null ? sorted : sorted.filter((row) => compare(keyOf(row, order), after, order) > 0)
  return cut(left, query.limit(), order)
}

/** The rows from `offset` on. */
export const offsetPage = <Item extends Row>(
  rows: readonly Item[],
  query: GammaQuery,
  sortable: SortFields,
): readonly Item[] => {
  const offset = query.whole('offset') ?? 0
  if (offset > FARTHEST_OFFSET) throw invalid(`offset must not exceed ${FARTHEST_OFFSET}, use the keyset endpoints`)
  const order = orderOf(query, sortable)
  const sorted = rows.toSorted((one, other) => compare(keyOf(one, order), keyOf(other, order), order))
  return sorted.slice(offset, offset + query.limit())
}

type SortFields = readonly string[]

const FARTHEST_OFFSET = 2_000

interface Order {
  readonly fields: readonly string[]
  readonly ascending: boolean
}

type Key = readonly (string | number)[]

const orderOf = (query: GammaQuery, sortable: SortFields): Order => {
  const fields = (query.text('order') ?? 'id').split(',')
  const wrong = fields.find((field) => !sortable.includes(field))
  if (wrong !== undefined) throw invalid(`order fields are not valid: ${wrong}`)
  return { fields, ascending: query.flag('ascending') ?? true }
}

/** The id comes last, so that no two keys are equal. */
const keyOf = (row: Row, { fields }: Order): Key => [
  ...fields.map((field) => {
    const value = field === 'id' ? Number(row.id) : row[field]
    return typeof value === 'number' || typeof value === 'string' ? value : 0
  }),
  Number(row.id),
]

const compare = (one: Key, other: Key, { ascending }: Order): number => {
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0
    if (value === against) continue
    return value < against === ascending ? -1 : 1
  }
  return 0
}

const cut = <Item extends Row>(left: readonly Item[], limit: number, order: Order): Page<Item> => {
  const items = left.slice(0, limit)
  const last = items.at(-1)
  const isLast = last === undefined || left.length <= limit
  return { items, cursor: isLast ? undefined : encode(keyOf(last, order)) }
}

const encode = (key: Key): string => Buffer.from(JSON.stringify(key)).toString('base64url')

const Cursor = v.pipe(v.string(), v.parseJson(), v.array(v.union([v.string(), v.number()])))

const decode = (cursor: string, fields: number): Key => {
  const parsed = v.safeParse(Cursor, Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!parsed.success || parsed.output.length !== fields + 1) throw invalid('after_cursor is not valid')
  return parsed.output
}
