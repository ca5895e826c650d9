/** Reads one page of a user's history, newest first, and counts all matches. */

import type { Page } from '#ports/kernel/page.ts'
import type { Key } from '../engine/keys.ts'
import type { Question } from '../engine/question.ts'
import type { Row } from '../engine/rows.ts'
import { type Cursor, keysOf, type Table } from '../engine/table.ts'
import type { History, UserHistory } from './history.ts'
import { END, readRoll, readTallies, STRETCH, withCodes } from './tallies.ts'
import { type KindCount, OPEN, type Roll, type Tally, unpack } from './tally-row.ts'
import { boundsOf, isAnything, isWanted, isWantedKind, type Wanted } from './wanted.ts'

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
  wanted: Wanted,
  page: Page,
): Promise<{ readonly rows: readonly Row[]; readonly count: number; readonly hasMore: boolean }> => {
  const { table, history, userId } = ofUser
  const stretches = stretchesOf(history, await readTallies(ofUser), wanted)
  const open = await openRows(table, history, stretches)
  const reads: Array<Promise<readonly Key[]> | readonly Key[]> = []
  let count = 0
  for (const { above, upTo, tally } of stretches) {
    // Part of the page in this stretch, counted in matches from its newest end.
    const from = Math.max(0, page.offset - count)
    const to = page.offset + page.limit - count
    const question: Question = {
      index: 'list',
      partition: history.partition(userId),
      sort: { above, upTo },
      filter: wanted.fields,
      descending: true,
    }
    if (tally === null) {
      const { keys, others } = await keysIn(ofUser, question, wanted, to)
      reads.push(keys.slice(from, Math.max(from, to)))
      count += keys.length + others
    } else {
      const matching = matchesIn(history, tally, open, wanted)
      if (to > 0 && matching > from) {
        const keys = readRoll(ofUser, tally).then((roll) =>
          roll === null
            ? keysIn(ofUser, question, wanted, to).then((read) => read.keys)
            : keysOfRoll(history, { roll, tally, open }, wanted),
        )
        reads.push(keys.then((all) => all.slice(from, to)))
      }
      count += matching
    }
  }
  const keys = (await Promise.all(reads)).flat()
  const rows = await table.batchGet(keys, { consistent: false })
  const shown = rows.filter((row) => isWanted(history, row, wanted))
  return { rows: shown, count: count - (rows.length - shown.length), hasMore: page.offset + page.limit < count }
}

interface Stretch {
  readonly above: string
  readonly upTo: string
  /** Tally of the stretch; null if it has to be read from the index. */
  readonly tally: Tally | null
}

/** Stretches of the history, or of its part within the requested creation time, newest first: with tallies, and above and between them. */
const stretchesOf = (history: History, tallies: readonly Tally[], wanted: Wanted): readonly Stretch[] => {
  const bounds = boundsOf(wanted)
  const stretches: Stretch[] = []
  const add = (above: string, upTo: string, tally: Tally | null): void => {
    const within = above >= bounds.above && upTo <= bounds.upTo
    const part = { above: above < bounds.above ? bounds.above : above, upTo: upTo > bounds.upTo ? bounds.upTo : upTo }
    if (part.above < part.upTo) stretches.push({ ...part, tally: within ? tally : null })
  }
  let upTo = END
  for (const tally of tallies) {
    if (tally.to < upTo) add(tally.to, upTo, null)
    add(tally.after, tally.to, canAnswer(history, tally, wanted) ? tally : null)
    upTo = tally.after
  }
  if (upTo !== '') add('', upTo, null)
  return stretches
}

const canAnswer = (history: History, { counts, fields }: Tally, { codes }: Wanted): boolean =>
  counts !== null && (codes === undefined || fields === history.fields.length)

/** Keys of the matches in a stretch without a tally, at least the first `most`, newest first, and the number of further matches. */
const keysIn = async (
  { table, history }: UserHistory,
  question: Question,
  { codes, fields }: Wanted,
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
  { roll, tally, open }: { readonly roll: Roll; readonly tally: Tally; readonly open: ReadonlyMap<string, Row> },
  wanted: Wanted,
): readonly Key[] => {
  const kinds = countsOf(tally).map(([kind]) => isWantedKind(history, kind, wanted))
  return roll
    .filter(([pk, kind]) => (kind === OPEN ? isWantedOpen(history, open.get(pk), wanted) : kinds[kind] === true))
    .map(([pk]) => ({ pk, sk: history.sort }))
    .reverse()
}

/** Number of matches in a tallied stretch. */
const matchesIn = (history: History, tally: Tally, open: ReadonlyMap<string, Row>, wanted: Wanted): number => {
  const over = isAnything(wanted)
    ? tally.counted
    : countsOf(tally).reduce((sum, [kind, rows]) => sum + (isWantedKind(history, kind, wanted) ? rows : 0), 0)
  return over + tally.open.filter((pk) => isWantedOpen(history, open.get(pk), wanted)).length
}

const isWantedOpen = (history: History, row: Row | undefined, wanted: Wanted): boolean =>
  row !== undefined && isWanted(history, row, wanted)

const countsOf = (tally: Tally): readonly KindCount[] => (tally.counts === null ? [] : unpack<KindCount>(tally.counts))

/** Rows that the tallies leave out, in their current state, by partition key. */
const openRows = async (
  table: Table,
  history: History,
  stretches: readonly Stretch[],
): Promise<ReadonlyMap<string, Row>> => {
  const keys = stretches.flatMap(({ tally }) => (tally?.open ?? []).map((pk) => ({ pk, sk: history.sort })))
  const rows = await table.batchGet(keys, { consistent: false })
  return new Map(rows.map((row) => [String(row['pk']), row]))
}
