/** A tally: how many orders of each kind one stretch of a user's history holds, as a row and back. */

import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { array, boolean, instance, nullable, nullish, object, pipe, string, transform, tuple } from 'valibot'
import type { Millis } from '#domain/time.ts'
import type { Row } from './attributes.ts'
import { type Key, tallyKey } from './keys.ts'
import { parseRow } from './parse-row.ts'
import { whole } from './row-values.ts'

/** The attributes of the list index that lists filter by. */
export interface OrderKind {
  readonly st: string
  readonly sv: number
  readonly su: string
  readonly ca: string | null
  readonly bf: boolean
}

export interface Tally {
  /** It covers the user's part of the list index from just above `after` up to and including `to`. */
  readonly after: string
  readonly to: string
  /** Null: the stretch has to be counted from the index. */
  readonly counts: ReadonlyArray<{ readonly kind: OrderKind; readonly orders: number }> | null
  /** Partition keys of orders in the stretch that could still change: not in `counts`, looked at each time. */
  readonly open: readonly string[]
  /** When it was made, or the last change of an order that it must not have missed. */
  readonly at: Millis
}

export const tallyToRow = (userId: string, tally: Tally): Row & Key => ({
  ...tallyKey(userId, tally.to),
  after: tally.after,
  open: tally.open,
  at: tally.at,
  // Packed, because there can be as many kinds as orders.
  n: tally.counts === null ? null : deflateRawSync(JSON.stringify(tally.counts.map(toEntry))),
})

export const rowToTally = (row: Row): Tally => {
  const { sk, after, open, at, n } = parseRow(tallyRow, row)
  return { after, to: sk, counts: n, open, at }
}

const toEntry = ({ kind, orders }: NonNullable<Tally['counts']>[number]) =>
  [kind.st, kind.sv, kind.su, kind.ca, kind.bf, orders] as const

const counts = pipe(
  instance(Uint8Array),
  transform((bytes): unknown => JSON.parse(inflateRawSync(bytes).toString())),
  array(tuple([string(), whole, string(), nullable(string()), boolean(), whole])),
  transform((entries) => entries.map(([st, sv, su, ca, bf, orders]) => ({ kind: { st, sv, su, ca, bf }, orders }))),
)

const tallyRow = object({ sk: string(), after: string(), open: array(string()), at: whole, n: nullish(counts, null) })
