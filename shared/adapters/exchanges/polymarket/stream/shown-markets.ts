/** Markets of one connection with their tokens and books. */

import type { Millis } from '#domain/kernel/time.ts'
import type { StreamedBook } from '../../stream/streamed-book.ts'
import type { Tokens } from '../markets/tokens.ts'

export interface NamedToken {
  readonly nativeId: string
  readonly isYes: boolean
}

interface ShownMarket {
  readonly tokens: Tokens
  /** Book of the YES token; null until it comes. */
  readonly book: StreamedBook | null
  readonly requestedAt: Millis
}

export class ShownMarkets {
  readonly #markets = new Map<string, ShownMarket>()
  readonly #byToken = new Map<string, NamedToken>()

  get size(): number {
    return this.#markets.size
  }

  get ids(): readonly string[] {
    return [...this.#markets.keys()]
  }

  has(nativeId: string): boolean {
    return this.#markets.has(nativeId)
  }

  add(markets: ReadonlyMap<string, Tokens>, requestedAt: Millis): void {
    for (const [nativeId, tokens] of markets) {
      this.#markets.set(nativeId, { tokens, book: null, requestedAt })
      this.#byToken.set(tokens.yes, { nativeId, isYes: true })
      this.#byToken.set(tokens.no, { nativeId, isYes: false })
    }
  }

  remove(nativeIds: readonly string[]): void {
    for (const token of this.tokensOf(nativeIds)) this.#byToken.delete(token)
    for (const id of nativeIds) this.#markets.delete(id)
  }

  /** Returns both tokens of each market. */
  tokensOf(nativeIds: readonly string[]): readonly string[] {
    return nativeIds.flatMap((id) => {
      const tokens = this.#markets.get(id)?.tokens
      return tokens === undefined ? [] : [tokens.yes, tokens.no]
    })
  }

  ofToken(token: string): NamedToken | undefined {
    return this.#byToken.get(token)
  }

  /**
   * Returns the markets of these tokens, or all if no token is given. A book is the one of YES, so NO tokens count for
   * trades only.
   */
  named(tokens: readonly string[], isOfBooks: boolean): readonly string[] {
    const named = tokens.length === 0 ? [...this.#byToken.values()] : tokens.flatMap((one) => this.ofToken(one) ?? [])
    return [...new Set(named.filter(({ isYes }) => isYes || !isOfBooks).map(({ nativeId }) => nativeId))]
  }

  bookOf(nativeId: string): StreamedBook | null {
    return this.#markets.get(nativeId)?.book ?? null
  }

  setBook(nativeId: string, book: StreamedBook | null): void {
    this.#change(nativeId, { book })
  }

  /** Stores the time at which the books of these markets were requested. */
  requested(nativeIds: readonly string[], requestedAt: Millis): void {
    for (const id of nativeIds) this.#change(id, { requestedAt })
  }

  /** Returns the markets without a book that were requested before this time. */
  withoutBookSince(before: Millis): readonly string[] {
    return [...this.#markets]
      .filter(([, { book, requestedAt }]) => book === null && requestedAt < before)
      .map(([id]) => id)
  }

  #change(nativeId: string, changes: Partial<ShownMarket>): void {
    const market = this.#markets.get(nativeId)
    if (market !== undefined) this.#markets.set(nativeId, { ...market, ...changes })
  }
}
