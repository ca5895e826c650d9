/** Reads one page of the open orders or complex orders of a user with one tag, newest first. */

import type { Page } from '#ports/kernel/page.ts'
import type { Row } from '../engine/rows.ts'
import type { History, UserHistory } from './history.ts'
import { listHistory } from './list-history.ts'
import type { Requested } from './wanted.ts'

/** True if only open objects are requested: few, however many share a tag. */
export const wantsOnlyOpen = (history: History, { fields: { st } }: Requested): boolean => {
  if (st === undefined || st === null) return false
  const statuses = st instanceof Set ? [...st] : [st]
  return statuses.length > 0 && !statuses.some((status) => history.over.has(String(status)))
}

/** Reads all that is open, and keeps the rows with the tag. */
export const openTaggedRows = async (
  ofUser: UserHistory,
  requested: Requested,
  tag: string,
  { offset, limit }: Page,
): Promise<{ readonly rows: readonly Row[]; readonly count: number; readonly hasMore: boolean }> => {
  const open = await listHistory(ofUser, requested, { offset: 0, limit: Number.POSITIVE_INFINITY })
  const tagged = open.rows.filter(({ tg }) => tg === tag)
  const end = offset + limit
  return { rows: tagged.slice(offset, end), count: tagged.length, hasMore: end < tagged.length }
}
