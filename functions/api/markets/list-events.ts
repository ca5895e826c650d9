/** GET /v1/events */

import { eventsQuery, eventsReply, toListedEventRecord } from '#contract/markets/event-record.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { toIsoOrNull } from '#domain/kernel/time.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { findEvents } from '#use-cases/markets/find-events.ts'
import { frame, marketIndex } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'list-events',
    method: 'GET',
    path: '/v1/events',
    tag: 'Markets',
    summary: 'Search and browse events',
    description:
      'An event is one occurrence with one or several markets. With `q`, the best matches come first: ticker, then name or tags of a market, then description. Else the most traded come first.',
    scope: 'read',
    request: { query: eventsQuery },
    reply: { status: 200, schema: eventsReply },
    refusals: [{ status: 503, code: 'catalogue_unavailable', when: 'the first search snapshot does not exist yet' }],
    tagged: true,
    uses: { table: 'read', catalogue: 'read' },
    // As much as search-markets, which loads the same snapshot.
    memoryMb: 1769,
    ifBroken: 'Users cannot search events. Look at the log of list-events.',
  },
  () => ({ ...frame(), marketIndex: marketIndex() }),
  async (deps, { query }) => {
    const { q, exchange_name: exchange, category, status = 'active' } = query
    const found = await findEvents(deps, { text: q, exchange, category, status }, query)
    if (isProblem(found)) return found
    return {
      query: q ?? '',
      corrected_query: found.correctedText,
      events: found.events.map(toListedEventRecord),
      total: found.total,
      has_more: query.offset + query.limit < found.total,
      as_of: toIsoOrNull(found.asOf),
    }
  },
)
