/** Cancels what is armed on a closed market, however much that is: a page names its stops to the queue, whose runs cancel them side by side. */

import { chunked } from '#domain/kernel/chunked.ts'
import type { WatchStore } from '#ports/price-watch/watch-store.ts'
import type { QueueMessages } from '#ports/work/queues.ts'
import { atOnce } from '../../kernel/at-once.ts'
import { type EnqueueDeps, enqueueEnd, enqueueEnds } from '../../work/enqueue.ts'
import { ANY_PRICE } from './end-market.ts'

/** Stops of one page that the queue is told of, and those of one message: a second of work. */
const PAGE = 1_000
const TOGETHER = 100
const SENDS_AT_ONCE = 10

/** Has a page of the stops ended that are armed there, and asks for the next page. */
export const endPage = async (
  deps: EnqueueDeps & { readonly complexOrders: Pick<WatchStore, 'crossedNearest'> },
  { closedSvcId: svcId, direction, after }: EndPage,
): Promise<void> => {
  const reached = { direction, at: direction === 'down' ? ANY_PRICE.low : ANY_PRICE.high }
  const { stops, next } = await deps.complexOrders.crossedNearest(svcId, reached, PAGE, after)
  const ids = stops.map(({ complexOrderId }) => complexOrderId)
  await atOnce(SENDS_AT_ONCE, chunked(ids, TOGETHER), (part) => enqueueEnds(deps, svcId, part))
  if (next !== null) await enqueueEnd(deps, { closedSvcId: svcId, direction, after: next })
}

type EndPage = Extract<QueueMessages['advance-contingents'], { closedSvcId: number }>
