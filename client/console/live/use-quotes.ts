/** Live best prices of the markets that are shown. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import type { Quote } from '../api/types.ts'
import { useLive } from './use-live.ts'

/** At most 50 markets are asked for. A market without an answer is missing. */
export const useQuotes = (svcIds: readonly number[], everyS = 10): ReadonlyMap<number, Quote> => {
  const ids = svcIds.slice(0, 50)
  const { data } = useLive(ids.join(), () => ask(api.GET('/v1/quotes', { params: { query: { svc_ids: ids } } })), {
    everyS,
  })
  return new Map(data?.quotes.map((quote) => [quote.svc_id, quote]))
}

/** The chance that a quote stands for: the middle where both sides are close, else the last price; null if there is neither. */
export const chanceOf = (quote: Quote | undefined, last: number | null): number | null => {
  if (quote === undefined) return last
  const { best_bid, best_ask, last_price } = quote
  if (best_bid !== null && best_ask !== null && best_ask - best_bid <= 0.1) return (best_bid + best_ask) / 2
  return last_price ?? last
}
