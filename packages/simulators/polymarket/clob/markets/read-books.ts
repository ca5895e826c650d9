/** Books and prices of one token or of many (Polymarket reference, section 5). */

import * as v from 'valibot'
import type { HttpReply } from '../../../engine/http/json-server.ts'
import { ok } from '../../http/call.ts'
import { clobError, type PublicCall, type PublicHandler } from '../../http/public-call.ts'
import { readJson } from '../../http/read-json.ts'
import { decimal } from '../../http/wire-decimals.ts'
import type { MarketReads } from '../../world/market-reads.ts'
import { bookJson, findBook, type TokenBook } from './token-book.ts'

export const readBooks: PublicHandler = (call) => {
  switch (`${call.method} ${call.path}`) {
    case 'GET /book':
      return withBook(call, (book) => bookJson(call.reads, book))
    case 'POST /books':
      return withTokens(call, (requested) => booksOf(call.reads, requested).map((book) => bookJson(call.reads, book)))
    case 'GET /price':
      return getPrice(call)
    case 'GET /prices':
    case 'POST /prices':
      return withTokens(call, (requests) => pricesOf(call.reads, requests))
    default:
      return null
  }
}

interface Requested {
  readonly token: string
  readonly side: string | undefined
}

const MOST_TOKENS = 500

const NO_BOOK = 'No orderbook exists for the requested token id'

const withBook = ({ reads, query }: PublicCall, write: (book: TokenBook) => unknown): HttpReply => {
  const token = query.get('token_id') ?? ''
  if (!/^\d+$/.test(token)) return clobError(400, 'Invalid token id')
  const book = findBook(reads, token)
  return book === null ? clobError(404, NO_BOOK) : ok(write(book))
}

const withTokens = (call: PublicCall, write: (requestedAt: readonly Requested[]) => unknown): HttpReply => {
  const asked = call.method === 'GET' ? tokensInQuery(call.query) : tokensInBody(call.body)
  if (asked === null) return clobError(400, 'Invalid payload')
  return asked.length > MOST_TOKENS ? clobError(400, 'Payload exceeds the limit') : ok(write(asked))
}

const tokensInQuery = (query: URLSearchParams): Requested[] | null => {
  const list = (name: string): string[] => query.getAll(name).flatMap((value) => value.split(','))
  const sides = list('sides')
  const tokens = list('token_ids').filter((token) => token !== '')
  return tokens.length === 0 ? null : tokens.map((token, index) => ({ token, side: sides[index] }))
}

const RequestedBody = v.array(v.looseObject({ token_id: v.string(), side: v.optional(v.string()) }))

const tokensInBody = (body: string): Requested[] | null => {
  const parsed = v.safeParse(RequestedBody, readJson(body))
  return parsed.success ? parsed.output.map(({ token_id, side }) => ({ token: token_id, side })) : null
}

/** Tokens without a book are left out, in no promised order. */
const booksOf = (reads: MarketReads, asked: readonly Requested[]): TokenBook[] =>
  [...new Set(asked.map(({ token }) => token))].reverse().flatMap((token) => findBook(reads, token) ?? [])

/** BUY asks for the best bid, SELL for the best ask. */
const priceOf = ({ bids, asks }: TokenBook, side: 'BUY' | 'SELL'): string =>
  decimal((side === 'BUY' ? bids : asks)[0]?.price ?? 0)

const getPrice = (call: PublicCall): HttpReply => {
  const side = sideOf(call.query.get('side') ?? '')
  return side === null ? clobError(400, 'Invalid side') : withBook(call, (book) => ({ price: priceOf(book, side) }))
}

const pricesOf = (reads: MarketReads, asked: readonly Requested[]) => {
  const prices: Record<string, Record<string, string>> = {}
  for (const { token, side } of asked) {
    const book = findBook(reads, token)
    const only = sideOf(side ?? '')
    if (book === null) continue
    for (const each of only === null ? (['BUY', 'SELL'] as const) : [only]) {
      prices[token] = { ...prices[token], [each]: priceOf(book, each) }
    }
  }
  return prices
}

const sideOf = (text: string): 'BUY' | 'SELL' | null => {
  const upper = text.toUpperCase()
  return upper === 'BUY' || upper === 'SELL' ? upper : null
}
