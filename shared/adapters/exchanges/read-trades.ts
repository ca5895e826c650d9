/** Reads the rows of a list of trades one by one, and returns the rows that make no sense. */

import type * as v from 'valibot'
import type { OnSkip } from './or-skip.ts'
import { readEach } from './read-each.ts'

interface ReadTrades<Trade> {
  readonly trades: readonly Trade[]
  /** The list is incomplete at the times of these rows. */
  readonly unread: readonly unknown[]
}

/** `onSkip` receives each unread row by the market of `nameOf`. */
export const readTrades = <Schema extends v.GenericSchema, Trade>(
  rows: readonly unknown[],
  schema: Schema,
  { nameOf, onSkip }: { readonly nameOf: (row: unknown) => string; readonly onSkip: OnSkip },
  translate: (wire: v.InferOutput<Schema>) => Trade,
): ReadTrades<Trade> => {
  const read = rows.map((row) => ({
    row,
    trades: readEach(
      [row],
      schema,
      (one) => `trade of ${nameOf(one)}`,
      onSkip,
      (wire) => [translate(wire)],
    ),
  }))
  return {
    trades: read.flatMap(({ trades }) => trades),
    unread: read.flatMap(({ row, trades }) => (trades.length === 0 ? [row] : [])),
  }
}
