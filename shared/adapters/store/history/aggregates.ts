/**
 * Tallies keep a long history cheap to count: each stretch of 1,000 orders, or complex orders, of a user is counted once, by kind, and lists add up
 * the sums. Tallies are derived: without a tally the index is counted instead, so any tally may be deleted at any time.
 */

import type { PlacedOrder } from '#domain/baskets/placed-order.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import { isLeg } from '#domain/orders/origin.ts'
import { isFinal } from '#domain/orders/status.ts'
import { text } from '../engine/codecs.ts'
import { createdSort, orderKey } from '../engine/keys.ts'
import { partOf, type Row, readRow } from '../engine/rows.ts'
import { keysOf, type Table } from '../engine/table.ts'
import type { Change } from '../engine/table-writes.ts'
import {
  type Aggregate,
  aggregateToRow,
  type Kind,
  OPEN,
  pack,
  type Roll,
  rollToRow,
  rowToAggregate,
  rowToRoll,
} from './aggregate-row.ts'
import { type History, ORDERS, type UserHistory } from './history.ts'

/**
 * Tallies of a user's history, newest first. May lag by a moment, like the list index. An unreadable tally is ignored, and its stretch is counted in
 * the index.
 */
export const readAggregates = async ({ table, history, userId }: UserHistory): Promise<readonly Aggregate[]> => {
  const rows = await table.query({ partition: history.aggregates(userId), descending: true })
  const tallies: Aggregate[] = []
  for (const aggregate of table.readable(rows, rowToAggregate)) {
    // Two tallies made at the same time may overlap, if each saw another end of the index: the second adds nothing.
    const newer = tallies.at(-1)
    if (newer === undefined || aggregate.to <= newer.after) tallies.push(aggregate)
  }
  return tallies
}

/** Rows of a tallied stretch; null if they have to be read from the index. */
export const readRoll = async ({ table, history, userId }: UserHistory, tally: Aggregate): Promise<Roll | null> => {
  const row = await table.get({ pk: history.rolls(userId), sk: tally.to }, { consistent: false })
  const [roll] = row === null ? [] : table.readable([row], rowToRoll)
  // The roll may be of another tally with the same end, or older than this one: both lag by a moment only.
  return roll?.length === tally.counted + tally.open.length ? roll : null
}

/**
 * Tallies the oldest rows without a tally, as far as they fill whole stretches and no row can still be added to those: the rows created a minute
 * before `now`. Then counts one stretch again that has become easier to count.
 */
export const extendAggregates = async (ofUser: UserHistory, now: Millis, size = STRETCH): Promise<void> => {
  const { table, history, userId } = ofUser
  const tallies = await readAggregates(ofUser)
  const end = createdSort(now - SETTLED_AFTER, '')
  let after = tallies[0]?.to ?? ''
  for (let made = 0; made < MOST_AT_ONCE; made++) {
    const rows = await table.query({ ...stretchOf(ofUser, { after, to: end }), limit: size })
    const last = rows.at(-1)?.['ls']
    if (rows.length < size || typeof last !== 'string') break
    const { aggregate: tally, roll } = count(history, await withCodes(table, history, rows), { after, to: last }, now)
    await table.write([
      { put: aggregateToRow(history, userId, tally), expect: 'absent' },
      { put: rollToRow(history, userId, last, roll), expect: 'anything' },
    ])
    after = last
  }
  await tightenAggregate(ofUser, tallies, now)
}

/**
 * Extends the tallies for one new row in 256, drawn by its id. That keeps less than two stretches without a tally, and costs almost nothing. A
 * failure is harmless: the row is stored, and the next drawn row tries again.
 */
export const aggregateIfDrawn = async (ofUser: UserHistory, id: string, now: Millis): Promise<void> => {
  if (id.endsWith('00')) await extendAggregates(ofUser, now).catch(() => undefined)
}

/** Counts the most costly stretch again, unless it is so fresh that the index may lag behind. */
const tightenAggregate = async (ofUser: UserHistory, tallies: readonly Aggregate[], now: Millis): Promise<void> => {
  const { table, history, userId } = ofUser
  const cost = (tally: Aggregate): number => looseness(history, tally)
  const loose = tallies.filter((tally) => cost(tally) > MOST_OPEN / 4 && tally.at < now - SETTLED_AFTER)
  const loosest = loose.sort((a, b) => cost(b) - cost(a))[0]
  if (loosest === undefined) return
  const { after, to, at } = loosest
  const rows = await table.query(stretchOf(ofUser, { after, to }))
  const { aggregate: tally, roll } = count(history, await withCodes(table, history, rows), { after, to }, now)
  if (cost(tally) >= cost(loosest)) return
  await table.write([
    { put: aggregateToRow(history, userId, tally), expect: { same: { at } } },
    { put: rollToRow(history, userId, to, roll), expect: 'anything' },
  ])
}

/**
 * Changes to write together with a change of `order`. An order that is over seldom changes its status again, but then the tally that counted it is
 * wrong.
 */
export const loosenAggregate = async (table: Table, order: PlacedOrder): Promise<readonly Change[]> => {
  // Legs are in no tally.
  if (isLeg(order)) return []
  if (!isFinal(order.status) || order.updatedAt - order.createdAt < SETTLED_AFTER) return []
  const place = createdSort(order.createdAt, order.orderId)
  const partition = ORDERS.aggregates(order.userId)
  const [row] = await table.query({ partition, sort: { atLeast: place }, limit: 1, consistent: true })
  // An unreadable tally counts nothing.
  const [tally] = row === undefined ? [] : table.readable([row], rowToAggregate)
  if (tally === undefined || tally.counts === null || tally.after >= place) return []
  if (tally.open.includes(orderKey(order.orderId).pk)) return []
  return [{ put: aggregateToRow(ORDERS, order.userId, loosened(tally, order.updatedAt)), expect: 'anything' }]
}

/** Sorts behind every sort key of the list index. */
export const END = '~'

/** Rows per tally. */
export const STRETCH = 1_000

/** Longest time after its creation until a row appears in the index. Request time-out and index lag together are far shorter. */
const SETTLED_AFTER = MINUTE

/** Open rows of a stretch above which it is cheaper to count the stretch from the index. */
const MOST_OPEN = 40

/** Stretches in one run, so that no run takes long. */
const MOST_AT_ONCE = 8

/** Part of the list index from just above `after` up to and including `to`. */
type Range = Pick<Aggregate, 'after' | 'to'>

const stretchOf = ({ history, userId }: UserHistory, { after, to }: Range) =>
  ({ index: 'list', partition: history.partition(userId), sort: { above: after, upTo: to } }) as const

const count = (
  history: History,
  rows: readonly Row[],
  { after, to }: Range,
  at: Millis,
): { aggregate: Aggregate; roll: Roll } => {
  const places = new Map<string, number>()
  const counts: Array<[Kind, number]> = []
  const roll = rows.map((row) => {
    const { pk, st } = readRow(row, LISTED.read)
    if (!history.over.has(st)) return [pk, OPEN] as const
    const kind = history.fields.map((name) => plain(row[name]))
    const name = JSON.stringify(kind)
    const place = places.get(name) ?? counts.push([kind, 0]) - 1
    places.set(name, place)
    const entry = counts[place]
    if (entry !== undefined) entry[1] += 1
    return [pk, place] as const
  })
  const open = roll.filter(([, place]) => place === OPEN).map(([pk]) => pk)
  const counted = rows.length - open.length
  const tally: Aggregate = { after, to, at, fields: history.fields.length, counts: pack(counts), counted, open }
  return { aggregate: open.length > MOST_OPEN ? loosened(tally, at) : tally, roll }
}

const loosened = (tally: Aggregate, at: Millis): Aggregate => ({ ...tally, counts: null, counted: 0, open: [], at })

/** Cost of counting with this tally, in rows to read. The tally of an earlier version does not know all filters. */
const looseness = (history: History, tally: Aggregate): number => {
  if (tally.counts === null) return STRETCH
  return tally.fields < history.fields.length ? STRETCH / 2 : tally.open.length
}

/** Adds the code to rows of the index, which lacks it for rows of earlier versions. */
export const withCodes = async (table: Table, history: History, rows: readonly Row[]): Promise<readonly Row[]> => {
  if (!history.fields.includes('ck')) return rows
  const without = rows.filter((row) => row['ck'] === undefined || row['ck'] === null)
  const whole = await table.batchGet(keysOf(without), { consistent: false })
  const codes = new Map(whole.map((row) => [row['pk'], history.codeOf(row)]))
  return rows.map((row) => (codes.has(row['pk']) ? { ...row, ck: codes.get(row['pk']) } : row))
}

const LISTED = partOf({ pk: ['pk', text], st: ['st', text] })

/** Values that lists filter by are plain. */
const plain = (value: Row[string]): Kind[number] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
