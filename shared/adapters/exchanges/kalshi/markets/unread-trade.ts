/** Market and time of a public trade that makes no sense otherwise. */

import type { Millis } from '#domain/kernel/time.ts'
import { fieldsOf, textOf } from '../../http/error-words.ts'
import { readOrNull, toMillis } from '../http/wire-values.ts'

interface UnreadTrade {
  /** Empty if the row names no market. */
  readonly ticker: string
  readonly at: Millis | null
}

export const unreadTrade = (row: unknown): UnreadTrade => {
  const { ticker, created_time } = fieldsOf(row)
  return { ticker: textOf(ticker), at: readOrNull(textOf(created_time), (text) => toMillis('created_time', text)) }
}
