/** The beginning of the next page of a list, as an opaque text that belongs to one user, one list and its filters. */

import { hashOf } from '#domain/kernel/hash.ts'
import { type Problem, problem } from '#domain/kernel/problem.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { nullable } from '../../validation/fields/nullable.ts'
import { optional } from '../../validation/fields/optional.ts'
import { string } from '../../validation/fields/string.ts'

export interface Position {
  readonly at: Millis
  readonly id: string
}

/** A list as it was asked for. */
export interface RequestedList {
  readonly name: string
  readonly userId: string
  readonly query: { readonly limit: number; readonly offset: number; readonly cursor?: string }
}

/** The parameter of a list that has cursors. */
export const cursorQuery = { cursor: optional(string({ min: 1, max: 300 })) }

/** The field of its answer. */
export const nextCursor = { next_cursor: nullable(string()) }

/** The cursor behind that place; without a place, behind none. Null if nothing follows. */
export const toCursor = (list: RequestedList, hasMore: boolean, { at, id }: Position = NEWEST): string | null =>
  hasMore ? Buffer.from(JSON.stringify([at, id, sealOf(list, at, id)])).toString('base64url') : null

/** The place that the cursor of a request names; undefined without a cursor. */
export const readCursor = (list: RequestedList): Position | Problem | undefined => {
  const { cursor, offset } = list.query
  if (cursor === undefined) return undefined
  const found = read(cursor)
  if (found === null || found.seal !== sealOf(list, found.at, found.id)) return NOT_OURS
  return offset === 0
    ? found
    : problem(422, 'value_error', 'offset does not go with cursor', { loc: ['query', 'offset'] })
}

const NEWEST: Position = { at: 9_999_999_999_999, id: '~' }

const NOT_OURS = problem(422, 'value_error', 'this is no next_cursor of an answer to you with the same filters', {
  loc: ['query', 'cursor'],
})

/** A checksum: what somebody gains who makes one up is a place in a list of their own. */
const sealOf = ({ name, userId, query }: RequestedList, at: Millis, id: string): number =>
  hashOf(JSON.stringify([name, userId, { ...query, limit: null, offset: null, cursor: null }, at, id]))

const read = (cursor: string): (Position & { readonly seal: number }) | null => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parts)) return null
    const [at, id, seal]: unknown[] = parts
    return typeof at === 'number' && typeof id === 'string' && id !== '' && typeof seal === 'number'
      ? { at, id, seal }
      : null
  } catch {
    return null
  }
}
