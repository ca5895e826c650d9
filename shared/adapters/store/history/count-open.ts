/** Counts the open objects of a user's history. */

import { keysOf } from '../engine/table.ts'
import { END, readAggregates } from './aggregates.ts'
import type { UserHistory } from './history.ts'

/**
 * For a stretch with a tally, reads only the objects that were open when it was made, half a read unit each. Reads the rest from the list index, 16
 * units for each 1,000. May lag by a moment.
 */
export const countOpen = async ({ table, history, userId }: UserHistory): Promise<number> => {
  const aggregates = await readAggregates({ table, history, userId })
  const ranges: Array<{ above: string; upTo: string }> = []
  const add = (above: string, upTo: string): void => {
    const last = ranges.at(-1)
    if (last?.above === upTo) last.above = above
    else if (above < upTo) ranges.push({ above, upTo })
  }
  let upTo = END
  for (const { after, to, counts } of aggregates) {
    add(to, upTo)
    if (counts === null) add(after, to)
    upTo = after
  }
  add('', upTo)
  const partition = history.partition(userId)
  const read = await Promise.all(
    ranges.map((sort) => table.query({ index: 'list', partition, sort, attributes: ['pk', 'sk', 'st'] })),
  )
  const counted = aggregates.filter(({ counts }) => counts !== null)
  const keys = counted.flatMap(({ open }) => open.map((pk) => ({ pk, sk: history.sort })))
  const rows = [...read.flat(), ...(await table.batchGet(keysOf(keys), { consistent: false }))]
  return rows.filter(({ st }) => !history.over.has(String(st))).length
}
