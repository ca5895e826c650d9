/** Finds a market to try: among the most traded of an exchange, one with both sides of a book. */

import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import type { RunningStack } from '../stack/start-stack.ts'

export interface ListedMarket {
  readonly svcId: number
  readonly name: string
  readonly bid: number
}

const Search = v.object({ results: v.array(v.object({ svc_id: v.number(), name: v.string() })) })
const Book = v.object({
  orderbook: v.object({ best_bid_price: v.nullable(v.number()), best_ask_price: v.nullable(v.number()) }),
})

/** Null if the exchange lists none within `patienceMs`, or none of the first is quoted. */
export const listedMarket = async (
  service: Pick<RunningStack, 'baseUrl' | 'apiKey'>,
  exchange: ExchangeName,
  patienceMs: number,
): Promise<ListedMarket | null> => {
  const until = Date.now() + patienceMs
  for (;;) {
    const found = await mostTraded(service, exchange)
    if (found.length > 0) return quotedOf(service, found)
    if (Date.now() >= until) return null
    await wait(1_000)
  }
}

/** Empty before the first sync has stored markets of the exchange. */
const mostTraded = async (service: Pick<RunningStack, 'baseUrl' | 'apiKey'>, exchange: ExchangeName) => {
  const found = await call(service, `/v1/markets/search?exchange_name=${exchange}&limit=10`)
  return found === null ? [] : v.parse(Search, found).results
}

const quotedOf = async (
  service: Pick<RunningStack, 'baseUrl' | 'apiKey'>,
  markets: ReadonlyArray<{ readonly svc_id: number; readonly name: string }>,
): Promise<ListedMarket | null> => {
  for (const { svc_id, name } of markets) {
    const found = await call(service, `/v1/orderbooks/${svc_id}`)
    const { best_bid_price: bid, best_ask_price: ask } = found === null ? UNKNOWN : v.parse(Book, found).orderbook
    if (bid !== null && ask !== null) return { svcId: svc_id, name, bid }
  }
  return null
}

const UNKNOWN = { best_bid_price: null, best_ask_price: null }

/** Null for a refusal: the catalogue or the exchange may be missing. */
const call = async ({ baseUrl, apiKey }: Pick<RunningStack, 'baseUrl' | 'apiKey'>, path: string): Promise<unknown> => {
  const reply = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': apiKey } })
  const body: unknown = await reply.json()
  return reply.ok ? body : null
}
