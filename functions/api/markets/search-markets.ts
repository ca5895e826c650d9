/** GET /v1/markets/search */

import { marketSearchQuery, marketSearchReply, toMarketRecord } from '#contract/markets/market-record.ts'
import { withinAnswer } from '#contract/markets/within-answer.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { searchMarkets } from '#use-cases/markets/find-markets.ts'
import { frame, marketIndex } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'search-markets',
    method: 'GET',
    path: '/v1/markets/search',
    tag: 'Markets',
    summary: 'Search and browse markets',
    description:
      'Exact matches on ticker, condition_id, slug and svc_id come first, whatever their status. Then come markets whose ticker or event ticker begins with `q`, and then markets with all words of `q`. If nothing is found, words of five letters or more may have one typo; `corrected_query` is the text that was searched instead. Without `q` the most traded markets come first; `sort` orders all results in another way. An answer has at most 5 MB: beyond that, descriptions are shortened. `as_of` is the time of the catalogue, which is refreshed hourly while the service is unused.',
    scope: 'read',
    request: { query: marketSearchQuery },
    reply: { status: 200, schema: marketSearchReply },
    refusals: [{ status: 503, code: 'catalogue_unavailable', when: 'the first search snapshot does not exist yet' }],
    tagged: true,
    uses: { table: 'read', catalogue: 'read' },
    // One whole core. A third of this memory would hold the snapshot, but half a core takes twice as long to load and to rank.
    memoryMb: 1769,
    ifBroken: 'Users cannot search markets. Look at the log of search-markets.',
  },
  () => ({ ...frame(), marketIndex: marketIndex() }),
  async (deps, { query }) => {
    const filter = {
      text: query.q,
      exchange: query.exchange_name,
      status: query.status ?? (query.svc_ids === undefined ? 'active' : undefined),
      category: query.category,
      expiresFrom: query.expiration_date_start,
      expiresBefore: query.expiration_date_end,
      svcIds: query.svc_ids,
    }
    const found = await searchMarkets(deps, filter, query)
    if (isProblem(found)) return found
    const results = found.markets.map((market, index) => toMarketRecord(market, query.offset + index + 1))
    const has_more = query.offset + query.limit < found.total
    return {
      query: query.q ?? '',
      corrected_query: found.correctedText,
      results: withinAnswer(results),
      total: found.total,
      has_more,
      as_of: toIsoOrNull(found.asOf),
    }
  },
)
