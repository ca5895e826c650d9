/** Reads a market as an order meets it: its state, and the live book after the latency. */

import type { OutboundOrder, SubmitOutcome } from '#domain/orders/send/send-outcome.ts'
import type { MetMarket } from '#domain/paper/enter-book.ts'
import { latencyOf } from '#domain/paper/latency.ts'
import { ifNoBook, ifUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { PaperOptions } from './paper-options.ts'

type Later = Extract<SubmitOutcome, { kind: 'later' }>

/** Waits for the latency of the identity, then reads. `later`: nothing can be decided now. Null if our catalogue does not have the market. */
export const meetMarket = async (
  { marketData, settings, sleep, storedMarket }: PaperOptions,
  { nativeId, identity }: { readonly nativeId: string; readonly identity: string },
  signal: AbortSignal,
): Promise<MetMarket | Later | null> => {
  const market = await storedMarket(nativeId)
  if (market === null) return null
  await sleep(latencyOf(identity, settings.latencyMs), signal)
  if (signal.aborted) return later('The order was stopped before it reached the paper book; it waits.')
  return Promise.all([
    marketData.orderBook(nativeId, signal).catch(ifNoBook(() => ({ bids: [], asks: [] }))),
    marketData.marketStates([nativeId], signal),
  ])
    .then(([book, [found]]) => ({ market, book, state: found?.state ?? 'closed', slip: settings.slip }) as const)
    .catch(ifUnavailable(({ message }) => ({ ...later(message), refusing: 'exchange_unavailable' }) as const))
}

export const isLater = (met: MetMarket | Later): met is Later => 'kind' in met

const later = (reason: string): Later => ({ kind: 'later', reason, retryAfterMs: null })

/** The name and the market of an outbound order. */
export const targetOf = ({ nativeId, attempt }: OutboundOrder) => ({ nativeId, identity: attempt.identity })
