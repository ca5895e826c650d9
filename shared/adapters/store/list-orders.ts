/** One page of a user's orders, newest first, and how many there are in all. */

import type { OrderFilter, OrderStore, Page } from '#ports/store.ts'
import type { Row, Value } from './attributes.ts'
import { type Key, ORDER_SORT, orderListPartition } from './keys.ts'
import { rowToPlacedOrder } from './placed-order-row.ts'
import type { Question } from './question.ts'
import { shortId } from './short-id.ts'
import { type Cursor, keysOf, type Table } from './table.ts'
import { END, readRoll, readTallies, STRETCH } from './tallies.ts'
import { KIND, type KindCount, OPEN, type OrderKind, type Roll, type Tally, unpack } from './tally-row.ts'

/**
 * Goes through the user's history from its newest end, stretch by stretch. What has a tally is not read, unless the page lies
 * in it. The rest is read from the list index, whose rows hold just the filter fields, and past the page only counted. What it
 * costs in read units: 16 per 1,000 orders without a tally, of which there are seldom more than 1,500; with one, a sixth per
 * 1,000, half of one per order that is still open, and 3 per 1,000 the page touches; and half of one per order on the page.
 */
export const listOrders = async (
  table: Table,
  userId: string,
  filter: OrderFilter,
  page: Page,
): ReturnType<OrderStore['list']> => {
  const wanted = rowFilter(filter)
  const tallies = await readTallies(table, userId)
  const open = await openRows(table, tallies)
  const reads: Array<Promise<readonly Key[]> | readonly Key[]> = []
  let count = 0
  for (const { above, upTo, tally } of stretchesOf(tallies)) {
    // The part of the page in this stretch, counted in matches from its newest end.
    const from = Math.max(0, page.offset - count)
    const to = page.offset + page.limit - count
    const question: Question = {
      index: 'list',
      partition: orderListPartition(userId),
      sort: { above, upTo },
      filter: wanted,
      descending: true,
    }
    if (tally === null) {
      const { keys, cursor } = to > 0 ? await firstKeys(table, question, wanted, to) : { keys: [], cursor: null }
      reads.push(keys.slice(from, to))
      count += keys.length + (to > 0 && cursor === null ? 0 : await table.count(question, cursor))
    } else {
      const matching = matchesIn(tally, open, wanted)
      if (to > 0 && matching > from) {
        const roll = readRoll(table, userId, tally).then((read) =>
          read === null ? null : keysIn(read, tally, open, wanted),
        )
        reads.push(
          roll.then(async (keys) => (keys ?? (await firstKeys(table, question, wanted, to)).keys).slice(from, to)),
        )
      }
      count += matching
    }
  }
  const keys = (await Promise.all(reads)).flat()
  const rows = await table.batchGet(keys, { consistent: false })
  return { orders: rows.map(rowToPlacedOrder), count }
}

interface Stretch {
  readonly above: string
  readonly upTo: string
  /** Null: it has to be read from the index. */
  readonly tally: Tally | null
}

/** The whole history, newest first: the tallied stretches and what lies above and between them. */
const stretchesOf = (tallies: readonly Tally[]): readonly Stretch[] => {
  const stretches: Stretch[] = []
  let upTo = END
  for (const tally of tallies) {
    if (tally.to < upTo) stretches.push({ above: tally.to, upTo, tally: null })
    stretches.push({ above: tally.after, upTo: tally.to, tally: tally.counts === null ? null : tally })
    upTo = tally.after
  }
  return upTo === '' ? stretches : [...stretches, { above: '', upTo, tally: null }]
}

/** At least the first `most` keys that answer the question, newest first, and where to go on. */
const firstKeys = async (table: Table, question: Question, filter: RowFilter, most: number) => {
  const keys: Key[] = []
  let cursor: Cursor | null = null
  do {
    // A filter may leave few, so a filtered read takes more at once, and all the more when the first gave too few.
    const missing = most - keys.length
    const filtered = cursor === null ? Math.max(STRETCH / 2, 2 * missing) : 2 * STRETCH
    const limit = Math.min(isEmpty(filter) ? missing : filtered, 2 * STRETCH)
    const read: Awaited<ReturnType<Table['page']>> = await table.page(
      { ...question, attributes: ['pk', 'sk'], limit },
      cursor,
    )
    keys.push(...keysOf(read.rows))
    cursor = read.cursor
  } while (cursor !== null && keys.length < most)
  return { keys, cursor }
}

/** The matching orders of a tallied stretch, newest first. */
const keysIn = (roll: Roll, tally: Tally, open: ReadonlyMap<string, Row>, filter: RowFilter): readonly Key[] => {
  const wanted = countsOf(tally).map(([kind]) => isKind(kind, filter))
  return roll
    .filter(([pk, kind]) => (kind === OPEN ? matches(open.get(pk), filter) : wanted[kind] === true))
    .map(([pk]) => ({ pk, sk: ORDER_SORT }))
    .reverse()
}

/** How many orders of a tallied stretch match. */
const matchesIn = (tally: Tally, open: ReadonlyMap<string, Row>, filter: RowFilter): number => {
  const over = isEmpty(filter)
    ? tally.counted
    : countsOf(tally).reduce((sum, [kind, orders]) => sum + (isKind(kind, filter) ? orders : 0), 0)
  return over + tally.open.filter((pk) => matches(open.get(pk), filter)).length
}

const countsOf = (tally: Tally): readonly KindCount[] => (tally.counts === null ? [] : unpack<KindCount>(tally.counts))

/** The orders the tallies leave out, as they are now, by partition key. */
const openRows = async (table: Table, tallies: readonly Tally[]): Promise<ReadonlyMap<string, Row>> => {
  const keys = tallies.flatMap(({ open }) => open.map((pk) => ({ pk, sk: ORDER_SORT })))
  const rows = await table.batchGet(keys, { consistent: false })
  return new Map(rows.map((row) => [String(row['pk']), row]))
}

type RowFilter = Readonly<Record<(typeof KIND)[number], Value | undefined>>

/** The filter by the attributes of rows. */
export const rowFilter = (filter: OrderFilter): RowFilter => ({
  st: filter.status,
  sv: filter.svcId,
  ca: filter.customAssetId === undefined ? undefined : shortId(filter.customAssetId),
  su: filter.subaccountId === undefined ? undefined : shortId(filter.subaccountId),
  bf: filter.buyFlag,
})

const matches = (row: Row | undefined, filter: RowFilter): boolean =>
  row !== undefined && KIND.every((name) => filter[name] === undefined || filter[name] === row[name])

const isKind = (kind: OrderKind, filter: RowFilter): boolean =>
  KIND.every((name, place) => filter[name] === undefined || filter[name] === kind[place])

const isEmpty = (filter: RowFilter): boolean => KIND.every((name) => filter[name] === undefined)
