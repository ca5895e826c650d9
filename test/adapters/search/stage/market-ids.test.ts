/** The ids of markets in a snapshot: those of one kind follow one another, and a full catalogue makes them no slower to find. */

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { marketIds } from '#adapters/search/stage/market-ids.ts'
import { plainMarket } from '../snapshot-desk.ts'

/** So many ids stand together, in so many ranges. */
const RANGE = 256
const RANGES = 4_096

const market = plainMarket('A market')
let database: DatabaseSync
let questions = 0

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE market (id INTEGER PRIMARY KEY)')
  questions = 0
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    const statement = prepare(sql)
    return Object.assign(Object.create(statement), {
      get: (...values: SQLInputValue[]) => {
        questions += 1
        return statement.get(...values)
      },
    })
  }
})

const store = (id: number): void => database.exec(`INSERT INTO market VALUES (${id})`)
const forget = (id: number): void => database.exec(`DELETE FROM market WHERE id = ${id}`)
/** The range of an id, and the last id in it. */
const rangeOf = (id: number): number => Math.floor((id - 1) / RANGE)
const lastOf = (range: number): number => (range + 1) * RANGE
/** A market with the last id of a range leaves no room in it. */
const fillAllBut = (open: number): void => {
  for (let range = 0; range < RANGES; range += 1) if (range !== open) store(lastOf(range))
}

describe('the id of a market', () => {
  it('follows that of the last one of its kind, and in the next range when theirs is full', () => {
    const ids = marketIds(database)
    const first = ids.next(market)
    expect(first % RANGE).toBe(1)
    store(first)
    expect(ids.next(market)).toBe(first + 1)
    store(lastOf(rangeOf(first)))
    expect(ids.next(market)).toBe(lastOf(rangeOf(first)) + 1)
  })

  it('is found with one question while nearly all ranges are full, and behind all of them when all are', () => {
    const ids = marketIds(database)
    const home = rangeOf(ids.next(market))
    const open = (home + RANGES - 1) % RANGES
    fillAllBut(open)
    const next = ids.next(market)
    expect(rangeOf(next)).toBe(open)
    questions = 0
    expect(ids.next(market)).toBe(next)
    expect(questions).toBe(1)
    store(lastOf(open))
    expect(ids.next(market)).toBe(RANGES * RANGE + 1)
  })

  it('is one in its own range again when the last market there is forgotten', () => {
    const ids = marketIds(database)
    const first = ids.next(market)
    const last = lastOf(rangeOf(first))
    store(last)
    expect(rangeOf(ids.next(market))).not.toBe(rangeOf(first))
    forget(last)
    ids.free(last)
    expect(ids.next(market)).toBe(first)
  })
})
