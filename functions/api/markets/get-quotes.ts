/** GET /v1/quotes */

import { quotesQuery, quotesReply, toQuoteRecord } from '#contract/markets/quote-record.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { readQuotes } from '#use-cases/markets/read-quotes.ts'
import { allQuotedMarkets, frame, liveData } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-quotes',
    method: 'GET',
    path: '/v1/quotes',
    tag: 'Markets',
    summary: 'Get the best prices of many markets',
    description:
      'Best bid and ask with their sizes, and the last price, in YES prices, live from the exchanges and at most a second old. There is one row for each instrument, each once, in the order asked for. A market without a quote has nulls and a `message`: it is unknown, closed, or its exchange does not answer within three seconds. `as_of` is the exchange’s own time where it gives one.',
    scope: 'read',
    request: { query: quotesQuery },
    reply: { status: 200, schema: quotesReply },
    uses: { table: 'read', catalogue: 'read', exchanges: 'public' },
    ifBroken: 'Users cannot read quotes. Look at the log of get-quotes.',
  },
  () => ({ ...frame(), quotedMarkets: allQuotedMarkets(), marketData: liveData() }),
  async (deps, { query }) => {
    const quotes = await readQuotes(deps, query.svc_ids)
    return { quotes: quotes.map(toQuoteRecord) }
  },
)
