/** GET /v1/orderbooks/{svc_id} */

import { svcId } from '#contract/kernel/svc-id.ts'
import { orderbookQuery, orderbookRecord, toOrderbookRecord } from '#contract/markets/orderbook-record.ts'
import { object } from '#contract/validation/fields/object.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { NOT_FOUND } from '#lambda/not-found.ts'
import { readOrderBook } from '#use-cases/markets/read-order-book.ts'
import { allMarkets, frame, liveData } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-order-book',
    method: 'GET',
    path: '/v1/orderbooks/{svc_id}',
    tag: 'Markets',
    summary: 'Get the orderbook of a market',
    description:
      'The book is live from the exchange, at most a second old. Prices are YES prices. Bids descend and asks ascend, with the total size at each price. The best price of an empty side is null.',
    scope: 'read',
    request: { path: object({ svc_id: svcId() }), query: orderbookQuery },
    reply: { status: 200, schema: orderbookRecord },
    refusals: [NOT_FOUND, { status: 503, code: 'exchange_unavailable', when: 'the exchange does not answer' }],
    uses: { table: 'read', catalogue: 'read', exchanges: 'public' },
    ifBroken: 'Users cannot read orderbooks. Look at the log of get-order-book.',
  },
  () => ({ ...frame(), markets: allMarkets(), marketData: liveData() }),
  async (deps, { path, query }) => {
    const book = await readOrderBook(deps, path.svc_id)
    return isProblem(book) ? book : toOrderbookRecord(path.svc_id, book, query.levels)
  },
)
