/** Statements that all searches of one snapshot share, each prepared once, and the markets of the rows that they find. */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import * as v from 'valibot'
import type { Market } from '#domain/markets/market.ts'
import { marketIn } from '../snapshot/market-line.ts'
import { lineOfPack } from '../snapshot/packs.ts'

export interface SnapshotReads {
  rows(sql: string, values: readonly SQLInputValue[]): readonly unknown[]
  /** Column `id` of each row. */
  ids(sql: string, values: readonly SQLInputValue[]): readonly number[]
  /** Column `count` of the only row. */
  count(sql: string, values: readonly SQLInputValue[]): number
  /** Markets of these rows, in their order. */
  markets(ids: readonly number[]): readonly Market[]
}

/** Condition on rows of `market`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
}

export const snapshotReads = (database: DatabaseSync, linesOf: (pack: number) => Buffer): SnapshotReads => {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    rows: (sql, values) => prepared(sql).all(...values),
    ids: (sql, values) => v.parse(IDS, prepared(sql).all(...values)).map(({ id }) => id),
    count: (sql, values) => v.parse(COUNTED, prepared(sql).get(...values)).count,
    markets: (ids) => {
      const packs = new Map<number, Buffer>()
      return ids.map((id) => {
        const { pack, slot } = v.parse(PLACE, prepared('SELECT pack, slot FROM market WHERE id = ?').get(id))
        const lines = packs.get(pack) ?? linesOf(pack)
        packs.set(pack, lines)
        return marketIn(lineOfPack(lines, slot))
      })
    },
  }
}

const IDS = v.array(v.object({ id: v.number() }))
const COUNTED = v.object({ count: v.number() })
const PLACE = v.object({ pack: v.number(), slot: v.number() })
