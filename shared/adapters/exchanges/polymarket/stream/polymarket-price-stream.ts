/** Polymarket's books and trades over its market channel, as many connections as its markets need. */

import { SECOND } from '#domain/kernel/time.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { Tokens, TokensOf } from '../markets/tokens.ts'
import { type MarketLine, type MarketLineOptions, marketLine } from './market-line.ts'

export interface PolymarketStreamOptions extends MarketLineOptions {
  readonly tokensOf: TokensOf
}

/** Two tokens each: connections with more than 200 tokens were seen to stall in silence (Polymarket live reference, section 1.1). */
const MARKETS_EACH = 100
/** How soon tokens that were not known are looked up again. */
const LOOK_UP_AGAIN = 5 * SECOND

/** Nobody has to sign in. */
export const polymarketPriceStream = (options: PolymarketStreamOptions): PriceStreamSource => ({
  needsAccount: false,
  open: async (_account, hear) => openStream(options, hear),
})

const openStream = (options: PolymarketStreamOptions, hear: (event: PriceEvent) => void): PriceStream => {
  const lines = new Set<MarketLine>()
  const lineOf = new Map<string, MarketLine>()
  let wanted: ReadonlySet<string> = new Set()
  let closed = false
  let cancelAgain = (): void => undefined

  const place = (markets: ReadonlyMap<string, Tokens>): void => {
    const waiting = [...markets].filter(([id]) => wanted.has(id) && !lineOf.has(id))
    for (let start = 0; start < waiting.length; ) {
      const line = [...lines].find((one) => one.size() < MARKETS_EACH) ?? marketLine(options, hear)
      lines.add(line)
      const some = waiting.slice(start, start + MARKETS_EACH - line.size())
      for (const [id] of some) lineOf.set(id, line)
      line.add(new Map(some))
      start += some.length
    }
  }

  const sync = async (): Promise<void> => {
    const missing = [...wanted].filter((id) => !lineOf.has(id))
    const found = await Promise.all(missing.map(async (id) => [id, await options.tokensOf(id)] as const))
    if (closed) return
    place(new Map(found.flatMap(([id, tokens]) => (tokens === null ? [] : [[id, tokens] as const]))))
    cancelAgain()
    if (found.some(([, tokens]) => tokens === null)) cancelAgain = after(LOOK_UP_AGAIN)
  }
  const run = (): void =>
    void sync().catch((error: unknown) => {
      options.onSkip('stream', String(error))
      if (!closed) cancelAgain = after(LOOK_UP_AGAIN)
    })
  const after = (ms: number) => options.after(ms, run)

  return {
    watch: (nativeIds) => {
      wanted = new Set(nativeIds)
      for (const line of lines) {
        const gone = [...lineOf].filter(([id, one]) => one === line && !wanted.has(id)).map(([id]) => id)
        for (const id of gone) lineOf.delete(id)
        line.remove(gone)
        if (line.size() > 0) continue
        lines.delete(line)
        line.close()
      }
      run()
    },
    rebuild: (nativeIds) => {
      for (const line of lines) line.rebuild(nativeIds, 'the book does not agree with a fresh one')
    },
    close: () => {
      closed = true
      cancelAgain()
      for (const line of lines) line.close()
    },
  }
}
