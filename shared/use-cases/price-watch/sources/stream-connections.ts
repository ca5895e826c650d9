/** Opens and closes the price streams of one run, at most one for each exchange. The poll serves an exchange without a stream. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { WatchedMarket } from '#ports/price-watch/watch-store.ts'
import type { WatchState } from '../watch-state.ts'
import { type StreamAccountDeps, streamAccount } from './stream-account.ts'

export interface StreamConnectionsDeps extends StreamAccountDeps {
  /** Null for an exchange without streams. */
  readonly streams: (name: ExchangeName) => PriceStreamSource | null
  readonly memory: Pick<WatchState, 'stops' | 'users' | 'listeners' | 'readers'>
  readonly clock: Clock
}

/** Time after which an exchange without a stream is tried again. */
const TRY_AGAIN_AFTER = 10 * SECOND

interface Connection {
  readonly stream: PriceStream
  readonly account: ExchangeAccount | null
  watched: string
}

/** Opens nothing before `watch`. `onEvent` receives the events of the streams; a refused stream is closed by then. */
export class StreamConnections {
  readonly #deps: StreamConnectionsDeps
  readonly #onEvent: (name: ExchangeName, event: PriceEvent) => void
  readonly #open = new Map<ExchangeName, Connection>()
  readonly #triedAt = new Map<ExchangeName, Millis>()
  /** Keys of accounts for which an exchange opens no stream. */
  readonly #refused = new Set<string>()
  #isClosed = false

  constructor(deps: StreamConnectionsDeps, onEvent: (name: ExchangeName, event: PriceEvent) => void) {
    this.#deps = deps
    this.#onEvent = onEvent
  }

  /** Watches these markets on the stream of their exchange, and opens or closes the stream for that. Never throws. */
  async watch(name: ExchangeName, markets: readonly WatchedMarket[]): Promise<void> {
    if (markets.length === 0) {
      // Not a failure: the next market with an armed stop is followed at once.
      if (this.#open.has(name)) this.#triedAt.delete(name)
      return this.#end(name)
    }
    try {
      const connection = this.#open.get(name) ?? (await this.#connect(name, markets))
      const names = markets.map(({ nativeId }) => nativeId).toSorted()
      const watched = names.join(' ')
      if (connection === null || connection.watched === watched) return
      connection.watched = watched
      connection.stream.watch(names)
    } catch (error) {
      this.#deps.log.warn('price stream not opened; the poll serves', {
        exchange: name,
        error: String(error),
      })
    }
  }

  isOpen(name: ExchangeName): boolean {
    return this.#open.has(name)
  }

  isAnyOpen(): boolean {
    return this.#open.size > 0
  }

  /** Builds the book of a market anew. */
  rebuild({ exchange, nativeId }: WatchedMarket): void {
    this.#open.get(exchange)?.stream.rebuild([nativeId])
  }

  close(): void {
    this.#isClosed = true
    for (const name of this.#open.keys()) this.#end(name)
  }

  /** Returns null if there is no stream, or no account for it, or if the last attempt was a moment ago. */
  async #connect(name: ExchangeName, markets: readonly WatchedMarket[]): Promise<Connection | null> {
    const { streams, clock, memory } = this.#deps
    const source = streams(name)
    if (source === null || clock() - (this.#triedAt.get(name) ?? 0) < TRY_AGAIN_AFTER) return null
    this.#triedAt.set(name, clock())
    const account = source.needsAccount ? await streamAccount(this.#deps, name, markets, this.#refused) : null
    if (source.needsAccount && account === null) return null
    const stream = await source.open(account, (event) => this.#take(name, account, event))
    const connection: Connection = { stream, account, watched: '' }
    if (this.#isClosed) stream.close()
    else {
      this.#open.set(name, connection)
      if (account !== null) memory.readers.set(name, account)
    }
    return connection
  }

  #take(name: ExchangeName, account: ExchangeAccount | null, event: PriceEvent): void {
    if (event.kind === 'refused') {
      const { log } = this.#deps
      log.warn('price stream refused by the exchange; the poll serves', { exchange: name, reason: event.reason })
      log.metric('PriceStreamsRefused', 1, { exchange: name })
      if (account !== null) this.#refused.add(account.accountKey)
      this.#end(name)
    }
    this.#onEvent(name, event)
  }

  /** Closes the stream. Its account serves no reads any more, unless another run has set it. */
  #end(name: ExchangeName): void {
    const { readers } = this.#deps.memory
    const ended = this.#open.get(name)
    ended?.stream.close()
    if (ended?.account != null && readers.get(name) === ended.account) readers.delete(name)
    this.#open.delete(name)
  }
}
