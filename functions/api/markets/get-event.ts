/** GET /v1/events/{event_id} */

import { eventWithMarketsRecord, toEventRecord } from '#contract/markets/event-record.ts'
import { toMarketRecord } from '#contract/markets/market-record.ts'
import { withinAnswer } from '#contract/markets/within-answer.ts'
import { object } from '#contract/validation/fields/object.ts'
import { string } from '#contract/validation/fields/string.ts'
import { isProblem } from '#domain/kernel/problem.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { getEvent } from '#use-cases/markets/find-events.ts'
import { frame, marketIndex } from '../../runtime.ts'

export const handler = endpoint(
  {
    name: 'get-event',
    method: 'GET',
    path: '/v1/events/{event_id}',
    tag: 'Markets',
    summary: 'Get one event with its markets',
    description:
      'The markets are those of the catalogue, whatever their status, the most traded ones first. Closed markets leave the catalogue three days after their close. An answer has at most 5 MB: beyond that, descriptions are shortened and end with `…`.',
    scope: 'read',
    request: { path: object({ event_id: string({ min: 1, max: 300 }) }) },
    reply: { status: 200, schema: eventWithMarketsRecord },
    refusals: [
      { status: 404, code: 'not_found', when: 'the event does not exist, or the catalogue has no market of it' },
      { status: 503, code: 'catalogue_unavailable', when: 'the first search snapshot does not exist yet' },
    ],
    tagged: true,
    uses: { table: 'read', catalogue: 'read' },
    memoryMb: 1769,
    ifBroken: 'Users cannot read events. Look at the log of get-event.',
  },
  () => ({ ...frame(), marketIndex: marketIndex() }),
  async (deps, { path }) => {
    const found = await getEvent(deps, path.event_id)
    if (isProblem(found)) return found
    const markets = withinAnswer(found.markets.map((market) => toMarketRecord(market, null)))
    return { ...toEventRecord(found.event), markets }
  },
)
