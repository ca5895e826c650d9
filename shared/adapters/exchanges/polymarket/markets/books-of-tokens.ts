/** Reads the books of the YES tokens of many markets, many in one call. */

import { chunked } from '#domain/kernel/chunked.ts'
import type { Millis } from '#domain/kernel/time.ts'
import { type OnSkip, orSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Client } from '../http/client.ts'
import { WireBooks, WireQuote } from '../http/wire.ts'
import type { TokensOf } from './tokens.ts'

/** Fewer than the allowed 500, because books come whole: some hundred levels each would make a long answer. */
const BOOKS_AT_ONCE = 100
/** Cost of such a call, whose limit is a third of that for one book (Polymarket reference, section 8.2). */
const COST = 3

/**
 * Returns the value that `translate` makes of each book and the time of its reading. Markets without tokens or without
 * a book are left out.
 */
export const booksOfTokens =
  <Value>(
    api: Client,
    tokensOf: TokensOf,
    onSkip: OnSkip,
    translate: (book: WireQuote, nativeId: string, asOf: Millis) => Value,
  ) =>
  async (conditionIds: readonly string[], signal: AbortSignal): Promise<readonly Value[]> => {
    const readPage = async (markets: ReadonlyMap<string, string>): Promise<readonly Value[]> => {
      const body = JSON.stringify([...markets.keys()].map((token) => ({ token_id: token })))
      const call = { host: 'clob', area: 'market_data', path: '/books', body, cost: COST } as const
      const books = await api.readDated(null, call, WireBooks, signal)
      return readEach(books.body, WireQuote, unnamed, onSkip, (book) => {
        // The answer has another order than the request (section 5): each book names its token.
        const nativeId = markets.get(book.asset_id)
        return nativeId === undefined ? [] : orSkip(nativeId, onSkip, () => translate(book, nativeId, books.asOf))
      })
    }

    const tokens = await Promise.all(conditionIds.map((id) => tokensOf(id)))
    const markets = conditionIds.flatMap((id, index) => {
      const yes = tokens[index]?.yes
      return yes === undefined ? [] : [[yes, id] as const]
    })
    const pages = chunked(markets, BOOKS_AT_ONCE).map((some) => readPage(new Map(some)))
    return (await Promise.all(pages)).flat()
  }

const unnamed = (): string => 'unknown'
