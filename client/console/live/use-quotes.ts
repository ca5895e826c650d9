/** Live best prices of the markets that are shown. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Quote } from '../api/types.ts'
import { middle } from './middle.ts'
import { hear } from './stream.ts'
import { useLive } from './use-live.ts'

/** A stream has up to 100 channels. */
const STREAMED = 20

/** At most 50 markets are asked for, and the first of them come by the stream as well. A market without an answer is missing. */
export const useQuotes = (svcIds: readonly number[], everyS = 10): ReadonlyMap<number, Quote> => {
  const ids = svcIds.slice(0, 50)
  const { data } = useLive(ids.join(), () => ask(api.GET('/v1/quotes', { params: { query: { svc_ids: ids } } })), {
    everyS,
  })
  const [streamed, setStreamed] = useState<ReadonlyMap<number, Quote>>(new Map())
  const streamedIds = ids.slice(0, STREAMED).join()
  useEffect(() => {
    if (streamedIds === '') return
    const take = (event: unknown): void => {
      if (isQuote(event)) setStreamed((before) => new Map(before).set(event.svc_id, event))
    }
    const ends = streamedIds.split(',').map((id) => hear(`quotes:${id}`, take))
    return () => {
      for (const end of ends) end()
    }
  }, [streamedIds])
  return new Map(data?.quotes.map((quote) => [quote.svc_id, newerOf(quote, streamed.get(quote.svc_id))]))
}

const isQuote = (event: unknown): event is Quote =>
  typeof event === 'object' && event !== null && 'best_bid' in event && 'svc_id' in event

const newerOf = (polled: Quote, streamed: Quote | undefined): Quote =>
  streamed === undefined || (streamed.as_of ?? '') < (polled.as_of ?? '') ? polled : streamed

/** The chance that a quote shows: the middle if both sides are close, else the last price; null if there is neither. */
export const chanceOf = (quote: Quote | undefined, last: number | null): number | null => {
  if (quote === undefined) return last
  const { best_bid, best_ask, last_price } = quote
  const between = best_bid === null || best_ask === null ? null : middle(best_bid, best_ask)
  return between ?? last_price ?? last
}
