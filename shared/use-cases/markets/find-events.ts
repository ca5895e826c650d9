/** Finds events in the stored catalogue. */

import { notFound, type Problem } from '#domain/kernel/problem.ts'
import { eventRefOf } from '#domain/markets/market-event.ts'
import type { Page } from '#ports/kernel/page.ts'
import type { EventFilter, EventWithMarkets, FoundEvents } from '#ports/markets/market-index.ts'
import { catalogueOrProblem } from './catalogue-or-problem.ts'
import type { SearchMarketsDeps } from './find-markets.ts'

/** One page of the events that match the filter, and their number; 503 until the first index is made. */
export const findEvents = (deps: SearchMarketsDeps, filter: EventFilter, page: Page): Promise<FoundEvents | Problem> =>
  catalogueOrProblem(() => deps.marketIndex.events(filter, page))

/** One event with its markets; 404 for an unknown one, 503 until the first index is made. */
export const getEvent = async (deps: SearchMarketsDeps, eventId: string): Promise<EventWithMarkets | Problem> => {
  const ref = eventRefOf(eventId)
  if (ref === null) return notFound('Event')
  return (await catalogueOrProblem(() => deps.marketIndex.event(ref))) ?? notFound('Event')
}
