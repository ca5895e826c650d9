/** Polymarket's books and trades over its market channel, with as many connections as the markets need. */

import { SECOND } from '#domain/kernel/time.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { Tokens, TokensOf } from '../markets/tokens.ts'
import { MarketLine, type MarketLineOptions } from './market-line.ts'

export interface PolymarketStreamOptions extends MarketLineOptions {
  readonly tokensOf: TokensOf
}

/** Two tokens each: connections with more than 200 tokens were seen to stall in silence (Polymarket live reference, section 1.1). */
const MARKETS_EACH = 100
/** Time after which unknown tokens are looked up again. */
const LOOK_UP_AGAIN_AFTER = 5 * SECOND

/** The market channel needs no account. */
export const polymarketPriceStream = (options: PolymarketStreamOptions): PriceStreamSource => ({
  needsAccount: false,
  open: async (_account, onEvent) => new MarketLines(options, onEvent),
})

class MarketLines implements PriceStream {
  readonly #options: PolymarketStreamOptions
  readonly #onEvent: (event: PriceEvent) => void
  readonly #lines = new Set<MarketLine>()
  readonly #lineOf = new Map<string, MarketLine>()
  #watched: ReadonlySet<string> = new Set()
  #isClosed = false
  #cancelLookUp = (): void => undefined

  constructor(options: PolymarketStreamOptions, onEvent: (event: PriceEvent) => void) {
    this.#options = options
    this.#onEvent = onEvent
  }

  watch(nativeIds: readonly string[]): void {
    this.#watched = new Set(nativeIds)
    for (const line of this.#lines) this.#removeUnwatched(line)
    this.#placeMissing()
  }

  rebuild(nativeIds: readonly string[]): void {
    for (const line of this.#lines) line.rebuild(nativeIds, 'the book does not agree with a fresh one')
  }

  close(): void {
    this.#isClosed = true
    this.#cancelLookUp()
    for (const line of this.#lines) line.close()
  }

  #removeUnwatched(line: MarketLine): void {
    const gone = [...this.#lineOf].filter(([id, one]) => one === line && !this.#watched.has(id)).map(([id]) => id)
    for (const id of gone) this.#lineOf.delete(id)
    line.remove(gone)
    if (line.size > 0) return
    this.#lines.delete(line)
    line.close()
  }

  #placeMissing(): void {
    void this.#findAndPlace().catch((error: unknown) => {
      this.#options.onSkip('stream', String(error))
      if (!this.#isClosed) this.#lookUpLater()
    })
  }

  async #findAndPlace(): Promise<void> {
    const missing = [...this.#watched].filter((id) => !this.#lineOf.has(id))
    const found = await Promise.all(missing.map(async (id) => [id, await this.#options.tokensOf(id)] as const))
    if (this.#isClosed) return
    this.#place(new Map(found.flatMap(([id, tokens]) => (tokens === null ? [] : [[id, tokens] as const]))))
    this.#cancelLookUp()
    if (found.some(([, tokens]) => tokens === null)) this.#lookUpLater()
  }

  #place(markets: ReadonlyMap<string, Tokens>): void {
    const waiting = [...markets].filter(([id]) => this.#watched.has(id) && !this.#lineOf.has(id))
    for (let start = 0; start < waiting.length; ) {
      const line =
        [...this.#lines].find((one) => one.size < MARKETS_EACH) ?? new MarketLine(this.#options, this.#onEvent)
      this.#lines.add(line)
      const some = waiting.slice(start, start + MARKETS_EACH - line.size)
      for (const [id] of some) this.#lineOf.set(id, line)
      line.add(new Map(some))
      start += some.length
    }
  }

  #lookUpLater(): void {
    this.#cancelLookUp = this.#options.after(LOOK_UP_AGAIN_AFTER, () => this.#placeMissing())
  }
}
