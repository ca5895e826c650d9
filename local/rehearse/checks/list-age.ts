/** How old the prices of a list really are: read side by side with the live book, as long as a cache may keep them. */

import * as v from 'valibot'
import { jsonOf, readExchange } from '../read-exchange.ts'
import { broken, type Report, untried } from './check.ts'
import { OLDEST_LIST_MS } from './http-checks.ts'

export interface AgeWatch {
  readonly urls: Readonly<Record<string, string>>
  readonly nativeId: string
  /** For how long it looks; longer than a list may be old, or nothing can be found broken. */
  readonly watchMs: number
  /** Between two looks. */
  readonly everyMs: number
}

/** A cache that is a little late is within the assumption: the service adds its own time. */
const SLACK_MS = 1_500

/** EXCHANGE_A: lists come from a cache and books do not (Kalshi live reference, section 2). */
export const checkListAge = (report: Report, { urls, nativeId, watchMs, everyMs }: AgeWatch): Promise<boolean> =>
  report(
    'list_true_age',
    `a price of the list is that of the live book at most ${OLDEST_LIST_MS / 1_000} s before`,
    async () => {
      if (watchMs === 0) return untried('It was not watched.')
      const began = performance.now()
      /** When the live book last had each top. */
      const seenAt = new Map<string, number>()
      let oldest = 0
      let listedNow = { top: '', since: began }
      while (performance.now() - began < watchMs) {
        const live = await topOfBook(urls['api'] ?? '', nativeId)
        if (live !== null) seenAt.set(live, performance.now())
        const listed = await topOfList(urls['api'] ?? '', nativeId)
        if (listed !== null) {
          if (listed !== listedNow.top) listedNow = { top: listed, since: performance.now() }
          // A top that was never seen live is at least as old as it has been listed.
          oldest = Math.max(oldest, performance.now() - (seenAt.get(listed) ?? listedNow.since))
        }
        await new Promise((done) => setTimeout(done, everyMs))
      }
      if (seenAt.size === 0) return broken('Its live book was never answered.')
      if (listedNow.top === '') return broken('The list was never answered for it.')
      const words = `The live book had ${seenAt.size} tops in ${Math.round(watchMs / 1_000)} s; the list was at least ${(oldest / 1_000).toFixed(1)} s old.`
      if (oldest > OLDEST_LIST_MS + SLACK_MS) return broken(words)
      return seenAt.size > 1 ? words : untried(`${words} The price did not move, so its age does not show.`)
    },
  )

const topOfBook = async (api: string, nativeId: string): Promise<string | null> => {
  const read = v.safeParse(Book, await ask(`${api}/markets/${encodeURIComponent(nativeId)}/orderbook`))
  if (!read.success) return null
  const best = (side: v.InferOutput<typeof Side>): number => Math.max(0, ...(side ?? []).map(([at]) => Number(at)))
  const { yes_dollars: bids, no_dollars: offers } = read.output.orderbook_fp
  const [bid, offer] = [best(bids), best(offers)]
  return topOf(bid, offer === 0 ? 0 : 1 - offer)
}

const topOfList = async (api: string, nativeId: string): Promise<string | null> => {
  const read = v.safeParse(List, await ask(`${api}/markets?tickers=${encodeURIComponent(nativeId)}`))
  const [market] = read.success ? read.output.markets : []
  if (market === undefined) return null
  const ask_ = Number(market.yes_ask_dollars)
  return topOf(Number(market.yes_bid_dollars), ask_ === 1 ? 0 : ask_)
}

/** Prices as text with four decimals; 0 for a side without an order. */
const topOf = (bid: number, offer: number): string => `${bid.toFixed(4)} ${offer.toFixed(4)}`

/** Null where one answer is missing: there are many. */
const ask = async (url: string): Promise<unknown> => readExchange(url).then(jsonOf, () => null)

const Side = v.nullish(v.array(v.tuple([v.string(), v.string()])))
const Book = v.object({ orderbook_fp: v.object({ yes_dollars: Side, no_dollars: Side }) })
const List = v.object({ markets: v.array(v.object({ yes_bid_dollars: v.string(), yes_ask_dollars: v.string() })) })
