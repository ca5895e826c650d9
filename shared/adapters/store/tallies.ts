/**
 * Tallies keep a long history cheap to count: each stretch of 2,000 orders of a user is counted once, by kind, and lists add
 * up the sums. They are derived: where one is missing the index is counted instead, so any may be deleted at any time.
 */

import { boolean, nullish, object, picklist, string } from 'valibot'
import type { Order } from '#domain/order.ts'
import { isFinal, ORDER_STATUSES } from '#domain/order-status.ts'
import { MINUTE, type Millis } from '#domain/time.ts'
import type { Row } from './attributes.ts'
import { createdSort, orderKey, orderListPartition, tallyPartition } from './keys.ts'
import { parseRow } from './parse-row.ts'
import { whole } from './row-values.ts'
import type { Change, Table } from './table.ts'
import { type OrderKind, rowToTally, type Tally, tallyToRow } from './tally-row.ts'

/** All tallies of a user, newest first. */
export const readTallies = async (table: Table, userId: string): Promise<readonly Tally[]> => {
  const rows = await table.query({ partition: tallyPartition(userId), descending: true, consistent: true })
  const tallies: Tally[] = []
  for (const tally of rows.map(rowToTally)) {
    // Two made at once may overlap, if each saw another end of the index: the second adds nothing.
    const newer = tallies.at(-1)
    if (newer === undefined || tally.to <= newer.after) tallies.push(tally)
  }
  return tallies
}

/**
 * Tallies the oldest orders that have no tally, as far as they fill whole stretches and none can still be added to them: those
 * created a minute before `now`. Then counts one stretch again that has become easier to count.
 */
export const extendTallies = async (table: Table, userId: string, now: Millis, size = STRETCH): Promise<void> => {
  const tallies = await readTallies(table, userId)
  let after = tallies[0]?.to ?? ''
  for (let made = 0; made < MOST_AT_ONCE; made++) {
    const rows = await table.query({
      ...stretchOf(userId, after, createdSort(now - SETTLED_AFTER, '')),
      limit: size,
    })
    const last = rows.at(-1)?.ls
    if (rows.length < size || typeof last !== 'string') break
    await table.write([{ put: tallyToRow(userId, count(rows, after, last, now)), expect: 'absent' }])
    after = last
  }
  await tightenTally(table, userId, tallies, now)
}

/** Counts the stretch again that costs lists most, unless it is so fresh that the index may lag behind. */
const tightenTally = async (table: Table, userId: string, tallies: readonly Tally[], now: Millis): Promise<void> => {
  const loose = tallies.filter((tally) => looseness(tally) > MOST_OPEN / 4 && tally.at < now - SETTLED_AFTER)
  const loosest = loose.sort((a, b) => looseness(b) - looseness(a))[0]
  if (loosest === undefined) return
  const { after, to, at } = loosest
  const recounted = count(await table.query(stretchOf(userId, after, to)), after, to, now)
  if (looseness(recounted) >= looseness(loosest)) return
  await table.write([{ put: tallyToRow(userId, recounted), expect: { same: { at } } }])
}

/**
 * What must be written together with a change of `order`. An order that is over seldom changes its status again, and then the
 * tally that counted it must not stand.
 */
export const loosenTally = async (table: Table, order: Order): Promise<readonly Change[]> => {
  if (!isFinal(order.status) || order.updatedAt - order.createdAt < SETTLED_AFTER) return []
  const place = createdSort(order.createdAt, order.orderId)
  const partition = tallyPartition(order.userId)
  const [row] = await table.query({ partition, sort: { atLeast: place }, limit: 1, consistent: true })
  const tally = row === undefined ? null : rowToTally(row)
  if (tally === null || tally.counts === null || tally.after >= place) return []
  if (tally.open.includes(orderKey(order.orderId).pk)) return []
  return [
    { put: tallyToRow(order.userId, { ...tally, counts: null, open: [], at: order.updatedAt }), expect: 'anything' },
  ]
}

/** Higher than any sort key of the list index. */
export const END = '~'

/** Orders per tally. */
export const STRETCH = 2_000

/** No order appears in the index later than this after its creation: request time-out and index lag together are far less. */
const SETTLED_AFTER = MINUTE

/** With more open orders than this, counting a stretch from the index is cheaper than looking at each of them. */
const MOST_OPEN = 40

/** Stretches per run, so that none takes long. */
const MOST_AT_ONCE = 4

const stretchOf = (userId: string, above: string, upTo: string) =>
  ({ index: 'list', partition: orderListPartition(userId), sort: { above, upTo } }) as const

const count = (rows: readonly Row[], after: string, to: string, at: Millis): Tally => {
  const open: string[] = []
  const counts = new Map<string, { readonly kind: OrderKind; orders: number }>()
  for (const row of rows) {
    const { pk, ...kind } = parseRow(indexRow, row)
    if (!isFinal(kind.st)) {
      open.push(pk)
      continue
    }
    const name = JSON.stringify(Object.values(kind))
    const entry = counts.get(name)
    if (entry === undefined) counts.set(name, { kind, orders: 1 })
    else entry.orders += 1
  }
  return open.length > MOST_OPEN
    ? { after, to, counts: null, open: [], at }
    : { after, to, counts: [...counts.values()], open, at }
}

/** How much counting with this tally costs, in rows to read. */
const looseness = (tally: Tally): number => (tally.counts === null ? STRETCH : tally.open.length)

const indexRow = object({
  pk: string(),
  st: picklist(ORDER_STATUSES),
  sv: whole,
  su: string(),
  ca: nullish(string(), null),
  bf: boolean(),
})
