/** PUT /v1/watchlists */

import {
  toLists,
  toWatchlistsRecord,
  watchlistsBody,
  watchlistsRecord,
  watchlistsRule,
} from '#contract/markets/watchlists-record.ts'
import { MOST_WATCHED } from '#domain/markets/watchlists.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { setWatchlists } from '#use-cases/markets/manage-watchlists.ts'
import { allMarkets, frame, watchlists } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'set-watchlists',
    method: 'PUT',
    path: '/v1/watchlists',
    tag: 'Markets',
    summary: 'Replace your watchlists',
    description: `The body replaces all lists: at most 20 lists of 200 markets, and ${MOST_WATCHED.toLocaleString('en')} markets together. \`version\` is that of the answer on which the change is based, 0 for the first. If the lists have changed since, nothing is stored. A repeat of the stored lists changes nothing. A 422 names added markets that are unknown.`,
    scope: 'trade',
    request: { body: watchlistsBody },
    rules: watchlistsRule,
    reply: { status: 200, schema: watchlistsRecord, write: toWatchlistsRecord },
    refusals: [{ status: 409, code: 'watchlists_changed', when: 'the watchlists have changed since `version`' }],
    uses: { table: 'write', catalogue: 'read' },
    ifBroken: 'Users cannot change their watchlists. Look at the log of set-watchlists.',
  },
  () => ({ ...frame(), watchlists: watchlists(), markets: allMarkets() }),
  (deps, { body, caller }) =>
    setWatchlists(deps, { userId: caller.userId, lists: toLists(body), version: body.version }),
)
