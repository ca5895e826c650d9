/** One connection to Polymarket's market channel, for at most a hundred markets (Polymarket live reference, sections 1.1 and 1.2). */

import * as v from 'valibot'
import { oneMinus } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readFrame } from '../../stream/read-frame.ts'
import type { ConnectionOptions } from '../../stream/socket-connection.ts'
import { SocketLine } from '../../stream/socket-line.ts'
import { type StreamedBook, streamedBook } from '../../stream/streamed-book.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { toPrice, toQty, toRoundedPrice } from '../http/wire-amounts.ts'
import type { Tokens } from '../markets/tokens.ts'
import { tradeNames } from '../markets/trade-names.ts'
import { LAST_TRADE, MarketMessage, NamedMessage } from './frames.ts'
import { type NamedToken, ShownMarkets } from './shown-markets.ts'

export interface MarketLineOptions extends ConnectionOptions {
  readonly onSkip: OnSkip
}

type MessageOf<Type extends MarketMessage['event_type']> = Extract<MarketMessage, { event_type: Type }>

const DEAD_AFTER = 30 * SECOND
/** Time after which a missing book is requested again: about half of the forgotten ones then come (section 1.2). */
const FIRST_BOOK_WITHIN = 30 * SECOND
const CHECK_EVERY = 5 * SECOND

/** Subscribes to both tokens of a market: a trade is reported on the token of its taker. The book is the one of YES. */
export class MarketLine {
  readonly #options: MarketLineOptions
  readonly #onEvent: (event: PriceEvent) => void
  readonly #line: SocketLine
  readonly #shown = new ShownMarkets()
  readonly #nameTrade = tradeNames()
  #cancelCheck: () => void

  constructor(options: MarketLineOptions, onEvent: (event: PriceEvent) => void) {
    this.#options = options
    this.#onEvent = onEvent
    this.#line = new SocketLine({
      ...options,
      headers: () => ({}),
      pingText: 'PING',
      deadAfterMs: DEAD_AFTER,
      onOpen: () => this.#subscribeAll(),
      onText: (text) => this.#takeAll(readFrame(text)),
      onDown: (reason) => this.#lose(this.#shown.ids, reason),
    })
    this.#cancelCheck = options.after(CHECK_EVERY, () => this.#check())
  }

  get size(): number {
    return this.#shown.size
  }

  add(markets: ReadonlyMap<string, Tokens>): void {
    this.#shown.add(markets, this.#options.clock())
    this.#line.send({ operation: 'subscribe', assets_ids: this.#shown.tokensOf([...markets.keys()]) })
  }

  remove(nativeIds: readonly string[]): void {
    const mine = nativeIds.filter((id) => this.#shown.has(id))
    if (mine.length === 0) return
    this.#line.send({ operation: 'unsubscribe', assets_ids: this.#shown.tokensOf(mine) })
    this.#shown.remove(mine)
  }

  /** Subscribes anew: a token that is subscribed already gets no new book (section 1.1). */
  rebuild(nativeIds: readonly string[], reason: string): void {
    const mine = nativeIds.filter((id) => this.#shown.has(id))
    if (mine.length === 0) return
    this.#lose(mine, reason)
    this.#shown.requested(mine, this.#options.clock())
    const assets_ids = this.#shown.tokensOf(mine)
    this.#line.send({ operation: 'unsubscribe', assets_ids })
    this.#line.send({ operation: 'subscribe', assets_ids })
  }

  close(): void {
    this.#cancelCheck()
    this.#line.close()
  }

  /** Subscribes with the first frame, before the first ping, as the channel requires (section 1.1). */
  #subscribeAll(): void {
    const { ids } = this.#shown
    this.#shown.requested(ids, this.#options.clock())
    this.#line.send({ assets_ids: this.#shown.tokensOf(ids), type: 'market', initial_dump: true })
  }

  #lose(nativeIds: readonly string[], reason: string): void {
    for (const id of nativeIds) this.#shown.setBook(id, null)
    if (nativeIds.length > 0) this.#onEvent({ kind: 'stale', nativeIds, reason })
  }

  #takeAll(frame: unknown): void {
    for (const raw of Array.isArray(frame) ? frame : [frame])
      takeMessage(
        MarketMessage,
        raw,
        (message) => this.#take(message),
        (reason) => this.#makeUpFor(raw, reason),
        () => this.#makeUpFor(raw, 'a message makes no sense'),
      )
  }

  /** Makes up for an unreadable message about books or trades in the markets that it names, or in all if it names none. */
  #makeUpFor(raw: unknown, reason: string): void {
    const reading = v.safeParse(NamedMessage, raw)
    if (!reading.success) return
    this.#options.onSkip('stream', reason)
    const { event_type: type, asset_id, price_changes } = reading.output
    const changed = (price_changes ?? []).map((change) => change?.asset_id)
    const tokens = [asset_id, ...changed].filter((token) => token != null)
    const nativeIds = this.#shown.named(tokens, type !== LAST_TRADE)
    if (nativeIds.length === 0) return
    if (type === LAST_TRADE) this.#onEvent({ kind: 'missed', nativeIds, reason })
    // A whole book is requested again only once it is late: a book that is unreadable each time must not cause endless requests.
    else if (type === 'book') this.#lose(nativeIds, reason)
    else this.#rebuildShown(nativeIds, reason)
  }

  #rebuildShown(nativeIds: readonly string[], reason: string): void {
    const shown = nativeIds.filter((id) => this.#shown.bookOf(id) !== null)
    this.rebuild(shown, reason)
  }

  #take(message: MarketMessage): void {
    if (message.event_type === 'price_change') {
      this.#change(message)
      return
    }
    const token = this.#shown.ofToken(message.asset_id)
    if (token === undefined) return
    if (message.event_type === LAST_TRADE) this.#showTrade(message, token)
    else if (!token.isYes) return
    else if (message.event_type === 'book') this.#begin(message, token.nativeId)
    else this.rebuild([token.nativeId], 'the price grid has changed')
  }

  #begin({ bids, asks, timestamp }: MessageOf<'book'>, nativeId: string): void {
    const book = streamedBook()
    for (const { price, size } of bids) book.set('bid', toPrice('bid price', price), toQty('bid size', size))
    for (const { price, size } of asks) book.set('ask', toPrice('ask price', price), toQty('ask size', size))
    this.#shown.setBook(nativeId, book)
    this.#showBook(nativeId, book, this.#timeOf(timestamp))
  }

  #change({ price_changes, timestamp }: MessageOf<'price_change'>): void {
    const changed = new Map<string, StreamedBook>()
    for (const { asset_id, price, size, side } of price_changes) {
      const token = this.#shown.ofToken(asset_id)
      const book = token?.isYes ? this.#shown.bookOf(token.nativeId) : null
      if (token === undefined || book === null) continue
      book.set(side === 'BUY' ? 'bid' : 'ask', toPrice('price', price), toQty('size', size))
      changed.set(token.nativeId, book)
    }
    for (const [nativeId, book] of changed) this.#showBook(nativeId, book, this.#timeOf(timestamp))
  }

  #showBook(nativeId: string, book: StreamedBook, at: Millis): void {
    this.#onEvent({ kind: 'book', nativeId, bid: book.best('bid'), ask: book.best('ask'), depth: book.depth, at })
  }

  #showTrade(message: MessageOf<typeof LAST_TRADE>, { nativeId, isYes }: NamedToken): void {
    const price = toRoundedPrice('trade price', message.price)
    const at = this.#timeOf(message.timestamp)
    this.#onEvent({
      kind: 'trade',
      nativeId,
      tradeId: this.#nameTrade(message, at),
      price: isYes ? price : oneMinus(price),
      qty: toQty('trade size', message.size),
      takerBuys: message.side ? (message.side === 'BUY') === isYes : null,
      at,
    })
  }

  #timeOf(timestamp: string | number | null | undefined): Millis {
    const at = Number(timestamp)
    return Number.isSafeInteger(at) && at > 0 ? at : this.#options.clock()
  }

  #check(): void {
    const late = this.#shown.withoutBookSince(this.#options.clock() - FIRST_BOOK_WITHIN)
    this.rebuild(late, 'no book came')
    this.#cancelCheck = this.#options.after(CHECK_EVERY, () => this.#check())
  }
}
