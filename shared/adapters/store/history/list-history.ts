/** Reads one page of a user's history, newest first, and counts all matches. */

import type { Page } from '#ports/kernel/page.ts'
import type { Key } from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import { type Aggregate, type KindCount, OPEN, type Roll, unpack } from './aggregate-row.ts'
import { END, readAggregates, readRoll, STRETCH, withCodes } from './aggregates.ts'
import type { History, UserHistory } from './history.ts'
import { boundsOf, isAnything, isRequested, isRequestedKind, type Requested } from './wanted.ts'

/**
 * Reads the history stretch by stretch from its newest end. A stretch with a tally is read only if the page is in it. The other stretches are read
 * from the list index, whose rows hold only the filter fields. Past the page they are only counted.
 *
 * The cost in read units: 16 for 1,000 rows without a tally, of which there are seldom more than 1,500. With a tally it is a sixth for 1,000 rows,
 * half a unit for each open row, and 3 for each 1,000 rows that the page touches. Each row on the page costs half a unit more. A limit on the
 * creation time adds at most 32, because the stretches at its two ends are read from the index.
 *
 * The index lags, so rows are checked again after they are read: a row that does not match any more is neither shown nor counted.
 */
export const listHistory = async (
  ofUser: UserHistory,
  requested: Requested,
  page: Page,
): Promise<{ readonly rows: readonly Row[]; readonly count: number; readonly hasMore: boolean }> => {
  const { table, history, userId } = ofUser
  const stretches = stretchesOf(history, await readAggregates(ofUser), requested)
  const open = await openRows(table, history, stretches)
  const reads: Array<Promise<readonly Key[]> | readonly Key[]> = []
  let count = 0
  for (const { above, upTo, aggregate: tally } of stretches) {
    // Part of the page in this stretch, counted in matches from its newest end.
    const from = Math.max(0, page.offset - count)
    const to = page.offset + page.limit - count
    const question: Question = {
      index: 'list',
      partition: history.partition(userId),
      sort: { above, upTo },
      filter: requested.fields,
      descending: true,
    }
    if (tally === null) {
      const { keys, others } = await keysIn(ofUser, question, requested, to)
      reads.push(keys.slice(from, Math.max(from, to)))
      count += keys.length + others
    } else {
      const matching = matchesIn(history, tally, open, requested)
      if (to > 0 && matching > from) {
        const keys = readRoll(ofUser, tally).then((roll) =>
          roll === null
            ? keysIn(ofUser, question, requested, to).then((read) => read.keys)
            : keysOfRoll(history, { roll, aggregate: tally, open }, requested),
        )
        reads.push(keys.then((all) => all.slice(from, to)))
      }
      count += matching
    }
  }
  const keys = (await Promise.all(reads)).flat()
  const rows = await table.batchGet(keys, { consistent: false })
  const shown = rows.filter((row) => isRequested(history, row, requested))
  return { rows: shown, count: count - (rows.length - shown.length), hasMore: page.offset + page.limit < count }
}

interface Stretch {
  readonly above: string
  readonly upTo: string
  /** Tally of the stretch; null if it has to be read from the index. */
  readonly aggregate: Aggregate | null
}

/** Stretches of the history, or of its part within the requested creation time, newest first: with tallies, and above and between them. */
const stretchesOf = (history: History, aggregates: readonly Aggregate[], needed: Requested): readonly Stretch[] => {
  const bounds = boundsOf(needed)
  const stretches: Stretch[] = []
  const add = (above: string, upTo: string, tally: Aggregate | null): void => {
    const within = above >= bounds.above && upTo <= bounds.upTo
    const part = { above: above < bounds.above ? bounds.above : above, upTo: upTo > bounds.upTo ? bounds.upTo : upTo }
    if (part.above < part.upTo) stretches.push({ ...part, aggregate: within ? tally : null })
  }
  let upTo = END
  for (const tally of aggregates) {
    if (tally.to < upTo) add(tally.to, upTo, null)
    add(tally.after, tally.to, canAnswer(history, tally, needed) ? tally : null)
    upTo = tally.after
  }
  if (upTo !== '') add('', upTo, null)
  return stretches
}

const canAnswer = (history: History, { counts, fields }: Aggregate, { codes }: Requested): boolean =>
  counts !== null && (codes === undefined || fields === history.fields.length)

/** Keys of the matches in a stretch without a tally, at least the first `most`, newest first, and the number of further matches. */
const keysIn = async (
  { table, history }: UserHistory,
  question: Question,
  { codes, fields }: Requested,
  most: number,
): Promise<{ readonly keys: readonly Key[]; readonly others: number }> => {
  if (codes !== undefined) {
    // Counting reads every row of the stretch anyway.
    const rows = await table.query({ ...question, attributes: ['pk', 'sk', 'ck'] })
    const found = await withCodes(table, history, rows)
    return { keys: keysOf(found.filter(({ ck }) => codes.has(String(ck)))), others: 0 }
  }
  if (most <= 0) return { keys: [], others: await table.count(question) }
  const keys: Key[] = []
  let cursor: Cursor | null = null
  do {
    // A filter may leave few rows, so a filtered read takes more at once, and even more if the first read found too few.
    const missing = most - keys.length
    const filtered = cursor === null ? Math.max(STRETCH / 2, 2 * missing) : 2 * STRETCH
    // One row more than is missing shows whether anything is left to count.
    const limit = Math.min(isAnything({ fields }) ? missing + 1 : filtered, 2 * STRETCH)
    const read: Awaited<ReturnType<Table['page']>> = await table.page(
      { ...question, attributes: ['pk', 'sk'], limit },
      cursor,
    )
    keys.push(...keysOf(read.rows))
    cursor = read.cursor
  } while (cursor !== null && keys.length < most)
  return { keys, others: cursor === null ? 0 : await table.count(question, cursor) }
}

/** Keys of the matches in a tallied stretch, newest first. */
const keysOfRoll = (
  history: History,
  {
    roll,
    aggregate: tally,
    open,
  }: { readonly roll: Roll; readonly aggregate: Aggregate; readonly open: ReadonlyMap<string, Row> },
  wanted: Requested,
): readonly Key[] => {
  const kinds = countsOf(tally).map(([kind]) => isRequestedKind(history, kind, wanted))
  return roll
    .filter(([pk, kind]) => (kind === OPEN ? isRequestedOpen(history, open.get(pk), wanted) : kinds[kind] === true))
    .map(([pk]) => ({ pk, sk: history.sort }))
    .reverse()
}

/** Number of matches in a tallied stretch. */
const matchesIn = (history: History, tally: Aggregate, open: ReadonlyMap<string, Row>, wanted: Requested): number => {
  const over = isAnything(wanted)
    ? tally.counted
    : countsOf(tally).reduce((sum, [kind, rows]) => sum + (isRequestedKind(history, kind, wanted) ? rows : 0), 0)
  return over + tally.open.filter((pk) => isRequestedOpen(history, open.get(pk), wanted)).length
}

const isRequestedOpen = (history: History, row: Row | undefined, wanted: Requested): boolean =>
  row !== undefined && isRequested(history, row, wanted)

const countsOf = (tally: Aggregate): readonly KindCount[] =>
  tally.counts === null ? [] : unpack<KindCount>(tally.counts)

/** Rows that the tallies leave out, in their current state, by partition key. */
const openRows = async (
  table: Table,
  history: History,
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<string, Row>> => {
  const keys = stretches.flatMap(({ aggregate: tally }) => (tally?.open ?? []).map((pk) => ({ pk, sk: history.sort })))
  const rows = await table.batchGet(keys, { consistent: false })
  return new Map(rows.map((row) => [String(row['pk']), row]))
}
