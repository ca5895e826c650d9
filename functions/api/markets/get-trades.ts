/** GET /v1/trades/{svc_id} */

import { svcId } from '#contract/kernel/svc-id.ts'
import { toTradeRecord, tradesQuery, tradesReply } from '#contract/markets/trade-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIso } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { readTrades } from '#use-cases/markets/read-trades.ts'
import { allMarketData, allMarkets, frame } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-trades',
    method: 'GET',
    path: '/v1/trades/{svc_id}',
    tag: 'Markets',
    summary: 'Get the trades of a market',
    description:
      'Trades of all traders, newest first. Prices are YES prices, and a taker who sold NO bought YES. `before` continues after a page: pass the `timestamp` of its last trade. A page may have more than `limit`: it never ends between two trades of one time. Times of EXCHANGE_B are whole seconds, and its list may be some minutes old: see `as_of`.',
    scope: 'read',
    request: { path: object({ svc_id: svcId() }), query: tradesQuery },
    reply: { status: 200, schema: tradesReply },
    refusals: [NOT_FOUND, { status: 503, code: 'exchange_unavailable', when: 'the exchange does not answer' }],
    uses: { table: 'read', catalogue: 'read', exchanges: 'public' },
    ifBroken: 'Users cannot read the trades of markets. Look at the log of get-trades.',
  },
  () => ({ ...frame(), markets: allMarkets(), marketData: allMarketData() }),
  async (deps, { path, query }) => {
    const tape = await readTrades(deps, path.svc_id, { limit: query.limit, before: query.before ?? null })
    if (isProblem(tape)) return tape
    const { trades, hasMore, asOf } = tape
    return { svc_id: path.svc_id, trades: trades.map(toTradeRecord), has_more: hasMore, as_of: toIso(asOf) }
  },
)
