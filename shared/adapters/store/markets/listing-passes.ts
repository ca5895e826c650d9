/** How far an unfinished pass over an exchange's listing came, in as many rows as its ids need. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { ListingPassStore } from '#ports/market-store.ts'
import { orNull, text, whole } from '../engine/codecs.ts'
import { readRow, rowOf } from '../engine/fields.ts'
import { listingPassKey } from '../engine/keys.ts'
import type { Table } from '../engine/table.ts'

/** Eleven characters each: a row stays well below DynamoDB's 400 KB. */
const IDS_PER_ROW = 20_000

/** The first row says where the pass goes on. Without a cursor there, no pass is under way. */
export const listingPassStore = (table: Table): ListingPassStore => ({
  get: async (exchange) => {
    const head = await table.get(listingPassKey(exchange, 0))
    if (head === null) return null
    const { cursor, count } = readRow(head, HEAD.read)
    if (cursor === null) return null
    const rows = await table.batchGet(keysOf(exchange, count))
    // A row that is missing would make its markets look gone.
    if (rows.length !== count) return null
    const seen = rows.flatMap((row) => readRow(row, PART.read).ids.split(',').filter(Boolean))
    return { cursor, seen: seen.map((id) => Number.parseInt(id, 36)) }
  },

  save: async (exchange, pass) => {
    const count = Math.ceil((pass?.seen.length ?? 0) / IDS_PER_ROW)
    await table.putAll(
      keysOf(exchange, count).map((key, n) => ({
        ...key,
        ids: (pass?.seen.slice(n * IDS_PER_ROW, (n + 1) * IDS_PER_ROW) ?? []).map((id) => id.toString(36)).join(),
      })),
    )
    // Last, so that it never speaks of rows that are not there.
    await table.putAll([{ ...HEAD.write({ cursor: pass?.cursor ?? null, count }), ...listingPassKey(exchange, 0) }])
  },
})

const keysOf = (exchange: ExchangeName, count: number) =>
  Array.from({ length: count }, (_, n) => listingPassKey(exchange, n + 1))

const HEAD = rowOf({ cursor: ['cur', orNull(text)], count: ['cnt', whole] })
const PART = rowOf({ ids: ['ids', text] })
