/** Books and trades of the watched markets over one signed connection (Kalshi live reference, section 1). */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { PriceEvent, PriceStream } from '#ports/exchanges/price-stream.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { SocketLine } from '../../stream/socket-line.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { Channels } from './channels.ts'
import { ENDED, Envelope, NOT_SIGNED_IN, OfMarket, readAs, StreamError, StreamTrade, Subscribed } from './frames.ts'
import { LiveBooks } from './live-books.ts'
import type { KalshiStreamOptions } from './stream-options.ts'
import type { Subscription } from './subscription.ts'
import { toPublicTrade } from './to-public-trade.ts'

/** A second gap within this time shows that snapshots do not help. */
const GAPS_APART = 30 * SECOND
const DEAD_AFTER = 30 * SECOND
/** Time after which a market without a book is requested again. */
const FIRST_BOOK_WITHIN = 10 * SECOND

type MakeUpFor = (tickers: readonly string[], reason: string) => void

export class PriceConnection implements PriceStream {
  readonly #options: KalshiStreamOptions
  readonly #onEvent: (event: PriceEvent) => void
  readonly #line: SocketLine
  readonly #channels = new Channels((message) => this.#line.send(message))
  readonly #live = new LiveBooks()
  #tickers: ReadonlySet<string> = new Set()
  #lastGapAt = Number.NEGATIVE_INFINITY
  #hasShownTrades = false
  #cancelTick: () => void

  constructor(
    options: KalshiStreamOptions,
    headers: () => Readonly<Record<string, string>>,
    onEvent: (event: PriceEvent) => void,
  ) {
    this.#options = options
    this.#onEvent = onEvent
    const onUnreadable = (reason: string): void => options.onSkip('stream', reason)
    this.#line = new SocketLine({
      ...options,
      headers,
      pingText: null,
      deadAfterMs: DEAD_AFTER,
      onOpen: () => {
        this.#channels.restart()
        this.#channels.forgetCommands()
        this.#channels.show(this.#tickers)
      },
      onText: (text) => takeMessage(Envelope, readFrame(text), (message) => this.#take(message), onUnreadable),
      onDown: (reason, refused) => {
        if (refused) onEvent({ kind: 'refused', reason })
        this.#channels.restart()
        this.#live.clear()
        onEvent({ kind: 'stale', nativeIds: [...this.#tickers], reason })
      },
    })
    this.#cancelTick = options.after(FIRST_BOOK_WITHIN, () => this.#tick())
  }

  watch(tickers: readonly string[]): void {
    this.#tickers = new Set(tickers)
    this.#live.keepOnly(this.#tickers)
    this.#channels.show(this.#tickers)
  }

  rebuild(tickers: readonly string[]): void {
    this.#rebuild(tickers, 'the book does not agree with a fresh one')
  }

  close(): void {
    this.#cancelTick()
    this.#line.close()
  }

  #lose(tickers: readonly string[], reason: string): void {
    this.#live.forget(tickers)
    if (tickers.length > 0) this.#onEvent({ kind: 'stale', nativeIds: tickers, reason })
  }

  #rebuild(tickers: readonly string[], reason: string): void {
    this.#lose(tickers, reason)
    this.#channels.requestBooks(tickers)
  }

  /** Reports that trades of all watched markets may have been missed. */
  #missAll(reason: string): void {
    this.#onEvent({ kind: 'missed', nativeIds: [...this.#tickers], reason })
  }

  /** Checks the number of a message before its content: confirmations and errors count too (section 1.3). */
  #take(message: Envelope): void {
    if (typeof message.sending_ts_ms === 'number') this.#onEvent({ kind: 'sent', at: message.sending_ts_ms })
    const channel = this.#channels.ofNumber(message.sid)
    if (channel !== undefined && typeof message.seq === 'number' && !channel.isNext(message.seq)) this.#gap(channel)
    switch (message.type) {
      case 'subscribed':
        this.#confirm(message)
        break
      case 'error':
        this.#fail(message)
        break
      case 'orderbook_snapshot':
        // Requested again with the next tick: a snapshot that is unreadable each time must not cause endless requests.
        this.#read(message.msg, () => this.#begin(message), this.#lose.bind(this))
        break
      case 'orderbook_delta':
        this.#read(message.msg, () => this.#change(message), this.#rebuildLive.bind(this))
        break
      case 'trade':
        this.#read(
          message.msg,
          () => this.#showTrade(message),
          (nativeIds, reason) => this.#onEvent({ kind: 'missed', nativeIds, reason }),
        )
        break
    }
  }

  /** Makes up for an unreadable message in the market that it names, or in all markets if it names none. */
  #read(msg: unknown, read: () => void, makeUpFor: MakeUpFor): void {
    try {
      read()
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      const named = v.safeParse(OfMarket, msg)
      const tickers = [...this.#tickers].filter((ticker) => !named.success || named.output.market_ticker === ticker)
      this.#options.onSkip(named.success ? named.output.market_ticker : 'stream', error.message)
      if (tickers.length > 0) makeUpFor(tickers, 'a message cannot be read')
    }
  }

  #rebuildLive(tickers: readonly string[], reason: string): void {
    const live = tickers.filter((ticker) => this.#live.has(ticker))
    this.#rebuild(live, reason)
  }

  #gap(channel: Subscription): void {
    const reason = 'a message is missing'
    if (channel !== this.#channels.books) {
      this.#missAll(reason)
      return
    }
    const now = this.#options.clock()
    const isAgain = now - this.#lastGapAt < GAPS_APART
    this.#lastGapAt = now
    if (isAgain) this.#line.reopen('messages are missing again')
    else this.#rebuild([...this.#tickers], reason)
  }

  #confirm({ id, msg }: Envelope): void {
    const { channel: name, sid } = readAs(Subscribed, msg, 'a confirmation that makes no sense')
    const channel = this.#channels.ofName(name)
    this.#channels.answered(id)
    if (channel === undefined || !channel.confirm(sid)) return
    // Trades were missed while the channel was closed, also after its end was reported.
    if (channel === this.#channels.trades) {
      if (this.#hasShownTrades) this.#missAll('the trades are shown again')
      this.#hasShownTrades = true
    }
    this.#channels.show(this.#tickers)
  }

  #fail({ id, sid, msg }: Envelope): void {
    const reading = v.safeParse(StreamError, msg)
    if (!reading.success) return
    const { code, msg: words } = reading.output
    const command = this.#channels.answered(id)
    this.#options.onSkip(command?.tickers[0] ?? 'stream', `error ${code} of the stream: ${words ?? ''}`)
    if (ENDED.has(code)) {
      this.#end(code, sid)
      return
    }
    if (code === NOT_SIGNED_IN)
      this.#onEvent({ kind: 'refused', reason: words ?? 'the channel needs an authenticated session' })
    const retryAfter = command === undefined ? null : this.#channels.refuse(command, code)
    if (retryAfter === 0) this.#channels.show(this.#tickers)
    else if (retryAfter !== null) this.#options.after(retryAfter, () => this.#channels.show(this.#tickers))
  }

  #end(code: number, sid: number | null | undefined): void {
    const ended = this.#channels.end(sid)
    const reason = `the subscription has ended with error ${code}`
    // Books stay valid if only the trades have ended.
    if (ended.includes(this.#channels.books)) this.#lose([...this.#tickers], reason)
    else this.#missAll(reason)
    this.#channels.show(this.#tickers)
  }

  #begin({ msg, seq }: Envelope): void {
    const event = this.#live.begin(msg, this.#tickers, this.#options.clock())
    if (event !== null) this.#onEvent({ ...event, ...numbered(seq) })
  }

  #change({ msg, seq }: Envelope): void {
    const event = this.#live.change(msg, this.#options.clock())
    if (event?.kind === 'broken') this.#rebuild([event.nativeId], 'a level fell below nothing')
    else if (event !== null) this.#onEvent({ ...event, ...numbered(seq) })
  }

  #showTrade({ msg, seq }: Envelope): void {
    const trade = readAs(StreamTrade, msg, 'a trade that makes no sense')
    const nativeId = trade.market_ticker
    if (!this.#tickers.has(nativeId)) return
    this.#onEvent({ kind: 'trade', nativeId, ...numbered(seq), ...toPublicTrade(trade, this.#options.clock()) })
  }

  #tick(): void {
    // The exchange does not refuse an unknown market in words: it sends nothing.
    const late = [...this.#tickers].filter((ticker) => !this.#live.has(ticker))
    this.#channels.requestBooks(late)
    // Trades of denied markets are visible to polls only.
    const unseen = [...this.#channels.trades.denied].filter((ticker) => this.#tickers.has(ticker))
    if (unseen.length > 0) this.#onEvent({ kind: 'missed', nativeIds: unseen, reason: 'the trades are not shown' })
    this.#cancelTick = this.#options.after(FIRST_BOOK_WITHIN, () => this.#tick())
  }
}

const numbered = (seq: Envelope['seq']) => (seq == null ? {} : { seq })
