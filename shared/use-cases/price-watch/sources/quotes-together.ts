/**
 * Questions for prices that come at the same moment, as one: what comes while one is on its way waits for the next. So however many stops are
 * armed together, each exchange is asked by one call after another, and no answer is older than its question.
 */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { SECOND } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { WatchPricesDeps } from './poll-prices.ts'

/** What the exchange shows of these instruments, and perhaps of others; none where it is not set up. */
export type QuotesTogether = (exchange: ExchangeName, nativeIds: readonly string[]) => Promise<readonly ExchangeQuote[]>

/** As many instruments as the price watch asks for in one call, unless a single stop has more. */
const MOST_TOGETHER = 500

const PATIENCE = 2 * SECOND

interface Asked extends PromiseWithResolvers<readonly ExchangeQuote[]> {
  readonly nativeIds: readonly string[]
}

/** Asks those exchanges; one is asked again only when it has answered. */
export const quotesTogether = (exchanges: WatchPricesDeps['exchanges']): QuotesTogether => {
  const waiting = new Map<ExchangeName, Asked[]>()

  const askInTurn = async (exchange: ExchangeName, asked: Asked[]): Promise<void> => {
    while (asked.length > 0) {
      const { some, nativeIds } = takeFrom(asked)
      try {
        const quotes = (await exchanges(exchange)?.quotes(nativeIds, AbortSignal.timeout(PATIENCE))) ?? []
        for (const { resolve } of some) resolve(quotes)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
    waiting.delete(exchange)
  }

  return (exchange, nativeIds) => {
    const one = { nativeIds, ...Promise.withResolvers<readonly ExchangeQuote[]>() }
    const asked = waiting.get(exchange)
    if (asked !== undefined) asked.push(one)
    else {
      const first = [one]
      waiting.set(exchange, first)
      void askInTurn(exchange, first)
    }
    return one.promise
  }
}

/** The first questions, as far as they go together, and all that they ask for. */
const takeFrom = (asked: Asked[]): { readonly some: readonly Asked[]; readonly nativeIds: readonly string[] } => {
  const some: Asked[] = []
  const together = new Set<string>()
  for (let next = asked[0]; next !== undefined; next = asked[0]) {
    const { nativeIds } = next
    if (some.length > 0 && new Set([...together, ...nativeIds]).size > MOST_TOGETHER) break
    for (const nativeId of nativeIds) together.add(nativeId)
    some.push(next)
    asked.shift()
  }
  return { some, nativeIds: [...together] }
}
