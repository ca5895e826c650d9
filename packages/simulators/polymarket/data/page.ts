/** Pages of the Data host: an opaque cursor, bound to the filters it came with (Polymarket reference, section 7.1). */

import * as v from 'valibot'
import { type DataQuery, invalidRequest } from './query.ts'

/** The rows after the cursor; `keyOf` is unique and stable. */
export const dataPage = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  query: DataQuery,
  limits: { readonly usual: number; readonly most: number },
) => {
  const cursor = query.text('cursor')
  const from = cursor === undefined ? null : decode(cursor, query.filters)
  const limit = from?.limit ?? limitOf(query, limits)
  const offset = from === null ? 0 : rows.findIndex((row) => keyOf(row) === from.after) + 1
  if (from !== null && offset === 0) throw invalidRequest('the cursor has expired', 'cursor')
  const page = rows.slice(offset, offset + limit)
  const last = page.at(-1)
  const hasMore = last !== undefined && offset + limit < rows.length
  const next = hasMore ? encode({ after: keyOf(last), filters: query.filters, limit }) : null
  return { page, pagination: { limit, offset, has_more: hasMore, next_cursor: next } }
}

const limitOf = (query: DataQuery, { usual, most }: { readonly usual: number; readonly most: number }): number => {
  const limit = query.whole('limit') ?? usual
  if (limit < 1 || limit > most) throw invalidRequest(`must be between 1 and ${most}`, 'limit')
  return limit
}

const Cursor = v.object({ after: v.string(), filters: v.string(), limit: v.pipe(v.number(), v.minValue(1)) })

const encode = (cursor: v.InferOutput<typeof Cursor>): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url')

const decode = (text: string, filters: string): v.InferOutput<typeof Cursor> => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Cursor), Buffer.from(text, 'base64url').toString('utf8'))
  if (!parsed.success) throw invalidRequest('malformed cursor', 'cursor')
  if (parsed.output.filters !== filters) throw invalidRequest('the cursor belongs to other filters', 'cursor')
  return parsed.output
}
