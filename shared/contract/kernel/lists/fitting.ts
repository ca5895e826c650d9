/** Ends a page of a list where its answer is full. */

import { bytesInAnswer } from './bytes-in-answer.ts'
import { MOST_LIST_BYTES } from './most-list-bytes.ts'

/** How many of these records, from the first one on, one answer holds; at least one. */
export const fitting = (records: readonly unknown[]): number => {
  let bytes = 0
  const tooMany = records.findIndex((record) => {
    bytes += bytesInAnswer(record) + 1
    return bytes > MOST_LIST_BYTES
  })
  return tooMany < 0 ? records.length : Math.max(1, tooMany)
}
