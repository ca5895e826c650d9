/** The price streams that one run of the watch holds, one for each exchange at most. Where none can be opened, the poll serves. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { QuoteMemory } from '../watch-state.ts'
import { type FindStreamAccountDeps, findStreamAccount } from './stream-account.ts'

export interface StreamConnectionsDeps extends FindStreamAccountDeps {
  /** Null for an exchange without streams. */
  readonly streams: (name: ExchangeName) => PriceStreamSource | null
  readonly memory: Pick<QuoteMemory, 'stops' | 'shares' | 'listeners' | 'readers'>
  readonly clock: Clock
}

export interface StreamConnections {
  /** Has the stream of an exchange show these markets, and opens or closes it for that. Never throws. */
  watch(name: ExchangeName, markets: readonly WatchedMarket[]): Promise<void>
  isOpen(name: ExchangeName): boolean
  isAnyOpen(): boolean
  /** Begins the book of a market anew. */
  rebuild(market: WatchedMarket): void
  close(): void
}

/** How soon an exchange without a stream is tried again. */
const TRY_AGAIN_AFTER = 10 * SECOND

interface Open {
  readonly stream: PriceStream
  readonly account: ExchangeAccount | null
  watching: string
}

/** Opens nothing before `watch`. `hear` takes what the streams tell; one that is refused is closed by then. */
export const streamConnections = (
  deps: StreamConnectionsDeps,
  hear: (name: ExchangeName, event: PriceEvent) => void,
): StreamConnections => {
  const open = new Map<ExchangeName, Open>()
  const triedAt = new Map<ExchangeName, Millis>()
  const refused = new Set<string>()
  let closed = false

  /** Nothing is read for the account any more, unless another run does so. */
  const end = (name: ExchangeName): void => {
    const ended = open.get(name)
    ended?.stream.close()
    if (ended?.account != null && deps.memory.readers.get(name) === ended.account) deps.memory.readers.delete(name)
    open.delete(name)
  }

  const take = (name: ExchangeName, account: ExchangeAccount | null, event: PriceEvent): void => {
    if (event.kind === 'refused') {
      deps.log.warn('the exchange opens no price stream; the poll serves', { exchange: name, reason: event.reason })
      deps.log.metric('PriceStreamsRefused', 1, { exchange: name })
      if (account !== null) refused.add(account.accountKey)
      end(name)
    }
    hear(name, event)
  }

  const opened = async (name: ExchangeName, markets: readonly WatchedMarket[]): Promise<Open | null> => {
    const known = open.get(name)
    if (known !== undefined) return known
    const source = deps.streams(name)
    if (source === null || deps.clock() - (triedAt.get(name) ?? 0) < TRY_AGAIN_AFTER) return null
    triedAt.set(name, deps.clock())
    const account = source.needsAccount ? await findStreamAccount(deps, name, markets, refused) : null
    if (source.needsAccount && account === null) return null
    const begun = { stream: await source.open(account, (event) => take(name, account, event)), account, watching: '' }
    if (closed) begun.stream.close()
    else {
      open.set(name, begun)
      if (account !== null) deps.memory.readers.set(name, account)
    }
    return begun
  }

  return {
    watch: async (name, markets) => {
      if (markets.length === 0) {
        // Nothing has failed: what is armed next is followed at once.
        if (open.has(name)) triedAt.delete(name)
        return end(name)
      }
      try {
        const one = await opened(name, markets)
        const names = markets.map(({ nativeId }) => nativeId).toSorted()
        const watching = names.join(' ')
        if (one === null || one.watching === watching) return
        one.watching = watching
        one.stream.watch(names)
      } catch (error) {
        deps.log.warn('a price stream could not be opened; the poll serves', { exchange: name, error: String(error) })
      }
    },
    isOpen: (name) => open.has(name),
    isAnyOpen: () => open.size > 0,
    rebuild: ({ exchange, nativeId }) => open.get(exchange)?.stream.rebuild([nativeId]),
    close: () => {
      closed = true
      for (const name of open.keys()) end(name)
    },
  }
}
