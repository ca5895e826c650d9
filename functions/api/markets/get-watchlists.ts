/** GET /v1/watchlists */

import { toWatchlistsRecord, watchlistsRecord } from '#contract/markets/watchlists-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { getWatchlists } from '#use-cases/markets/manage-watchlists.ts'
import { frame, watchlists } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-watchlists',
    method: 'GET',
    path: '/v1/watchlists',
    tag: 'Markets',
    summary: 'Get your watchlists',
    description: 'All named lists of markets that the user has stored. Every key of the user reads the same lists.',
    scope: 'read',
    request: {},
    reply: { status: 200, schema: watchlistsRecord, write: toWatchlistsRecord },
    uses: { table: 'read' },
    ifBroken: 'Users cannot read their watchlists. Look at the log of get-watchlists.',
  },
  () => ({ ...frame(), watchlists: watchlists() }),
  (deps, { caller }) => getWatchlists(deps, caller.userId),
)
