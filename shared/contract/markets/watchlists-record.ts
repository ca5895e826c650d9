/** The watchlists of a user as our interface shows and takes them. */

import { MOST_IN_LIST, MOST_LISTS, MOST_WATCHED, type Watchlist, type Watchlists } from '#domain/markets/watchlists.ts'
import { instantOrNull } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { svcId } from '../kernel/svc-id.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'
import type { Rule } from '../validation/request-shape.ts'

export const watchlistsBody = object({
  version: integer({ ge: 0 }),
  watchlists: list(object({ name: string({ min: 1, max: 100 }), svc_ids: list(svcId(), { max: MOST_IN_LIST }) }), {
    max: MOST_LISTS,
  }),
})

interface Sent {
  readonly watchlists: ReadonlyArray<{ readonly name: string; readonly svc_ids: readonly number[] }>
}

/** Each name is unique, and the lists together are not too long. */
export const watchlistsRule: Rule<Sent> = ({ watchlists }) => {
  if (new Set(watchlists.map(({ name }) => name)).size < watchlists.length) return 'each name can be used once'
  const count = watchlists.reduce((sum, { svc_ids }) => sum + svc_ids.length, 0)
  return count > MOST_WATCHED
    ? `all lists together have at most ${MOST_WATCHED} markets, and these have ${count}`
    : null
}

/** The lists of a body. */
export const toLists = ({ watchlists }: Sent): readonly Watchlist[] =>
  watchlists.map(({ name, svc_ids }) => ({ name, svcIds: svc_ids }))

export const { schema: watchlistsRecord, write: toWatchlistsRecord } = recordOf<[Watchlists]>()({
  version: [integer(), ({ version }) => version],
  updated_at: instantOrNull(({ updatedAt }) => updatedAt),
  watchlists: [
    list(object({ name: string(), svc_ids: list(svcId()) })),
    ({ lists }) => lists.map(({ name, svcIds }) => ({ name, svc_ids: [...svcIds] })),
  ],
})
