/** Reads the books of the YES tokens of many markets, many in one call. */

import * as v from 'valibot'
import type { Millis } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { Client } from '../http/client.ts'
import { WireBooks, WireQuote } from '../http/wire.ts'
import type { OnSkip } from './catalogue.ts'
import type { TokensOf } from './tokens.ts'

/** Books come whole, so fewer than the 500 that are allowed: some hundred levels each would be a long answer. */
const BOOKS_AT_ONCE = 100
/** A third as many of these calls are allowed as of those for one book (Polymarket reference, section 8.2). */
const COST = 3

/** What `translate` makes of each book, with when it was read. Markets without tokens or without a book are left out. */
export const booksOfTokens =
  <Value>(
    api: Client,
    tokensOf: TokensOf,
    onSkip: OnSkip,
    translate: (book: WireQuote, nativeId: string, asOf: Millis) => Value,
  ) =>
  async (conditionIds: readonly string[], signal: AbortSignal): Promise<readonly Value[]> => {
    const orSkip = (raw: unknown, wanted: ReadonlyMap<string, string>, asOf: Millis): readonly Value[] => {
      const reading = v.safeParse(WireQuote, raw)
      if (!reading.success) {
        onSkip('unknown', reading.issues[0].message)
        return []
      }
      // The order of the answer is not that of the question (section 5): each book names its token.
      const nativeId = wanted.get(reading.output.asset_id)
      if (nativeId === undefined) return []
      try {
        return [translate(reading.output, nativeId, asOf)]
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip(nativeId, error.message)
        return []
      }
    }

    const readPage = async (wanted: ReadonlyMap<string, string>): Promise<readonly Value[]> => {
      const body = JSON.stringify([...wanted.keys()].map((token) => ({ token_id: token })))
      const call = { host: 'clob', area: 'market_data', path: '/books', body, cost: COST } as const
      const books = await api.readDated(null, call, WireBooks, signal)
      return books.body.flatMap((raw) => orSkip(raw, wanted, books.asOf))
    }

    const tokens = await Promise.all(conditionIds.map((id) => tokensOf(id)))
    const wanted = conditionIds.flatMap((id, index) => {
      const yes = tokens[index]?.yes
      return yes === undefined ? [] : [[yes, id] as const]
    })
    const pages = Array.from({ length: Math.ceil(wanted.length / BOOKS_AT_ONCE) }, (_, page) =>
      readPage(new Map(wanted.slice(page * BOOKS_AT_ONCE, (page + 1) * BOOKS_AT_ONCE))),
    )
    return (await Promise.all(pages)).flat()
  }
