/** Our engine answers as another one does, whatever is asked of it: behind its sockets as in memory. */

import {
  type Arbitrary,
  array,
  asyncProperty,
  boolean,
  assert as check,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  string,
  tuple,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Question } from '#adapters/store/engine/question.ts'
import type { Value } from '#adapters/store/engine/rows.ts'
import type { Cursor, Table } from '#adapters/store/engine/table.ts'
import type { Change } from '#adapters/store/engine/table-writes.ts'
import { hasOtherEngine, startOtherEngine } from '#test/support/other-engine.ts'
import { rounds } from '#test/support/run/plays.ts'
import { engineTable, memoryTable } from '#test/support/store.ts'

/** Steps on a table, one after another. */
type Step =
  | { readonly kind: 'write'; readonly changes: readonly Change[] }
  | { readonly kind: 'put_all'; readonly rows: ReadonlyArray<ReturnType<typeof keyOf>> }
  | { readonly kind: 'get'; readonly n: number }
  | { readonly kind: 'batch_get'; readonly ns: readonly number[] }
  | { readonly kind: 'pages'; readonly question: Question }
  | { readonly kind: 'count'; readonly question: Question }

const keyOf = (n: number) => ({ pk: `p${n % 2}`, sk: `s${n}` })

// Few different keys and values, so that steps meet one another.
const place = integer({ min: 0, max: 7 })
const values: readonly Value[] = ['', 'x', 0, -1.5, 1e21, true, false, ['x', 1], { a: 'x' }, new Uint8Array([1, 2])]
const value = constantFrom(...values)
const maybe = option(value, { freq: 1 })
const row = record({
  place,
  a: maybe,
  st: maybe,
  bf: maybe,
  // Keys of the indexes, some of them empty or of the wrong type, which is refused.
  lp: option(constantFrom('o#1', 'o#2', '')),
  ls: option(constantFrom('1', '2')),
  wp: option(constantFrom('0', '1')),
  due: option(oneof({ weight: 9, arbitrary: integer({ min: 9, max: 11 }) }, { weight: 1, arbitrary: constant('10') })),
}).map(({ place: n, ...attributes }) => ({ ...keyOf(n), ...attributes }))

// An expectation of nothing in particular is never written.
const expectation = oneof(
  constantFrom('absent' as const, 'anything' as const),
  record({ a: maybe, st: maybe }, { requiredKeys: ['a'] }).map((same) => ({ same })),
)
const change = oneof(
  record({ put: row, expect: expectation }),
  record({ remove: place.map(keyOf), expect: expectation }),
)
const sortKeys = string({ minLength: 1, maxLength: 2, unit: constantFrom('s', '0', '1', '4', '6') })
const range = oneof(
  constant(undefined),
  sortKeys.map((startsWith) => ({ startsWith })),
  sortKeys.map((atLeast) => ({ atLeast })),
  tuple(sortKeys, sortKeys).map(([from, upTo]) => ({ from, upTo })),
  tuple(sortKeys, sortKeys).map(([above, upTo]) => ({ above, upTo })),
)
const common = {
  filter: option(record({ a: value, st: value }, { requiredKeys: [] }), { nil: undefined }),
  attributes: option(constantFrom(['a'], ['st', 'pk'], ['due', 'sk']), { nil: undefined }),
  descending: boolean(),
  limit: option(integer({ min: 0, max: 4 }), { nil: undefined }),
  consistent: option(boolean(), { nil: undefined }),
}
const question = oneof(
  record({ ...common, partition: constantFrom('p0', 'p1'), sort: range }),
  record({ ...common, index: constant('list' as const), partition: constantFrom('o#1', 'o#2'), sort: range }),
  record({
    ...common,
    index: constant('work' as const),
    partition: constantFrom('0', '1'),
    sort: option(record({ atMost: integer({ min: 8, max: 12 }) }), { nil: undefined }),
  }),
)
const step: Arbitrary<Step> = oneof(
  record({ kind: constant('write' as const), changes: array(change, { minLength: 1, maxLength: 3 }) }),
  record({ kind: constant('put_all' as const), rows: array(row, { maxLength: 3 }) }),
  record({ kind: constant('get' as const), n: place }),
  record({ kind: constant('batch_get' as const), ns: array(place, { maxLength: 4 }) }),
  record({ kind: constant('pages' as const), question }),
  record({ kind: constant('count' as const), question }),
)

const takeStep = async (table: Table, taken: Step): Promise<unknown> => {
  switch (taken.kind) {
    case 'write':
      return table.write(taken.changes)
    case 'put_all':
      return table.putAll(taken.rows)
    case 'get':
      return table.get(keyOf(taken.n))
    case 'batch_get':
      return table.batchGet(taken.ns.map(keyOf))
    case 'count':
      return table.count(taken.question)
    case 'pages': {
      const pages: unknown[] = []
      let cursor: Cursor | null = null
      do {
        const page: Awaited<ReturnType<Table['page']>> = await table.page(taken.question, cursor)
        pages.push(page)
        cursor = page.cursor
      } while (cursor !== null)
      return pages
    }
  }
}

/** Result of the step without the random stamps; for an error its name. */
const resultOf = async (table: Table, taken: Step): Promise<unknown> => {
  try {
    return plain(await takeStep(table, taken))
  } catch (error) {
    return `refused: ${error instanceof Error ? error.name : error}`
  }
}

/** The same with its attributes in one order and ordinary prototypes. */
const plain = (found: unknown): unknown =>
  JSON.parse(JSON.stringify(found ?? null, (name, inner) => (name === 'w' ? undefined : sorted(inner))))

const sorted = (inner: unknown): unknown =>
  typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
    : inner

describe('our engine', () => {
  it.skipIf(!hasOtherEngine)('answers every sequence of requests as another engine does', async () => {
    const other = await startOtherEngine()
    try {
      await check(
        asyncProperty(array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const costs = { real: [] as unknown[], memory: [] as unknown[] }
          const { table: real } = await engineTable({ onConsumed: (one) => costs.real.push(one) }, other.endpoint)
          const { table: memory } = await memoryTable({ onConsumed: (one) => costs.memory.push(one) })
          for (const each of steps) expect(await resultOf(memory, each)).toEqual(await resultOf(real, each))
          expect(costs.memory).toEqual(costs.real)
        }),
        { numRuns: rounds(25) },
      )
    } finally {
      other.stop()
    }
  })

  it('answers the repeat of a transaction by its token, and ends a page at a megabyte', async () => {
    const text = 'x'.repeat(300_000)
    for (const { table } of [await engineTable(), await memoryTable()]) {
      await table.putAll([1, 2, 3, 4, 5].map((n) => ({ pk: 'big', sk: String(n), text })))
      const first = await table.page({ partition: 'big' })
      expect(first.rows).toHaveLength(3)
      expect((await table.page({ partition: 'big' }, first.cursor)).rows).toHaveLength(2)
      expect(await table.count({ partition: 'big' })).toBe(5)
      const tooBig = { pk: 'big', sk: '6', text: 'x'.repeat(409_600) }
      await expect(table.write([{ put: tooBig, expect: 'absent' }])).rejects.toThrow(/maximum allowed size/)
      const many = Array.from({ length: 101 }, (_, n) => ({
        put: { pk: 'many', sk: String(n) },
        expect: 'absent' as const,
      }))
      await expect(table.write(many)).rejects.toMatchObject({ name: 'ValidationException' })
    }
  })
})
