/** What many markets show now: the books of their YES tokens, many in one call. */

import * as v from 'valibot'
import type { Exchange } from '#ports/exchanges/exchange.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { Client } from '../http/client.ts'
import { WireBooks, WireQuote } from '../http/wire.ts'
import type { OnSkip } from './catalogue.ts'
import { toQuote } from './to-order-book.ts'
import type { TokensOf } from './tokens.ts'

/** Books come whole, so fewer than the 500 that are allowed: some hundred levels each would be a long answer. */
const BOOKS_AT_ONCE = 100
/** A third as many of these calls are allowed as of those for one book (Polymarket reference, section 8.2). */
const COST = 3

export const quotes = (api: Client, tokensOf: TokensOf, onSkip: OnSkip): Exchange['quotes'] => {
  const translate = (raw: unknown, wanted: ReadonlyMap<string, string>, asOf: number): readonly ExchangeQuote[] => {
    const reading = v.safeParse(WireQuote, raw)
    if (!reading.success) {
      onSkip('unknown', reading.issues[0].message)
      return []
    }
    // The order of the answer is not that of the question (section 5): each book names its token.
    const nativeId = wanted.get(reading.output.asset_id)
    if (nativeId === undefined) return []
    try {
      return [toQuote(reading.output, nativeId, asOf)]
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      onSkip(nativeId, error.message)
      return []
    }
  }

  const read = async (wanted: ReadonlyMap<string, string>, signal: AbortSignal): Promise<readonly ExchangeQuote[]> => {
    const body = JSON.stringify([...wanted.keys()].map((token) => ({ token_id: token })))
    const call = { host: 'clob', area: 'market_data', path: '/books', body, cost: COST } as const
    const books = await api.readDated(null, call, WireBooks, signal)
    return books.body.flatMap((raw) => translate(raw, wanted, books.asOf))
  }

  return async (conditionIds, signal) => {
    const tokens = await Promise.all(conditionIds.map((id) => tokensOf(id)))
    const wanted = conditionIds.flatMap((id, index) => {
      const yes = tokens[index]?.yes
      return yes === undefined ? [] : [[yes, id] as const]
    })
    const pages = Array.from({ length: Math.ceil(wanted.length / BOOKS_AT_ONCE) }, (_, page) =>
      read(new Map(wanted.slice(page * BOOKS_AT_ONCE, (page + 1) * BOOKS_AT_ONCE)), signal),
    )
    return (await Promise.all(pages)).flat()
  }
}
