/** One connection to Polymarket's market channel, for at most a hundred markets (Polymarket live reference, sections 1.1 and 1.2). */

import * as v from 'valibot'
import { oneMinus } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { type ConnectionOptions, socketLine } from '../../stream/socket-line.ts'
import { type StreamedBook, streamedBook } from '../../stream/streamed-book.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { toPrice, toQty, toRoundedPrice } from '../http/wire-amounts.ts'
import type { Tokens } from '../markets/tokens.ts'
import { tradeNames } from '../markets/trade-names.ts'
import { LAST_TRADE, MarketMessage, NamedMessage } from './frames.ts'

export interface MarketLineOptions extends ConnectionOptions {
  readonly onSkip: OnSkip
}

export interface MarketLine {
  readonly size: () => number
  add(markets: ReadonlyMap<string, Tokens>): void
  remove(nativeIds: readonly string[]): void
  rebuild(nativeIds: readonly string[], reason: string): void
  close(): void
}

const DEAD_AFTER = 30 * SECOND
/** A token without a book for so long is asked for anew: about half of those that were forgotten then come (section 1.2). */
const FIRST_BOOK_WITHIN = 30 * SECOND
const LOOK_EVERY = 5 * SECOND

interface Shown {
  readonly tokens: Tokens
  book: StreamedBook | null
  askedAt: Millis
}

/** Both tokens are asked for: a trade is reported on the token of its taker. The book is that of YES. */
export const marketLine = (options: MarketLineOptions, hear: (event: PriceEvent) => void): MarketLine => {
  const { clock, after } = options
  const shown = new Map<string, Shown>()
  const ofToken = new Map<string, { readonly nativeId: string; readonly isYes: boolean }>()
  const nameTrade = tradeNames()
  let cancelLook = (): void => undefined

  const tokensOf = (nativeIds: readonly string[]): readonly string[] =>
    nativeIds.flatMap((id) => {
      const tokens = shown.get(id)?.tokens
      return tokens === undefined ? [] : [tokens.yes, tokens.no]
    })

  const line = socketLine({
    url: options.url,
    headers: () => ({}),
    pingText: 'PING',
    deadAfterMs: DEAD_AFTER,
    clock,
    after,
    random: options.random,
    onOpen: () => {
      // The first frame has to subscribe, even before the first ping (section 1.1).
      for (const market of shown.values()) market.askedAt = clock()
      line.send({ assets_ids: tokensOf([...shown.keys()]), type: 'market', initial_dump: true })
    },
    onText: (text) => {
      const frame = readFrame(text)
      for (const raw of Array.isArray(frame) ? frame : [frame])
        takeMessage(
          MarketMessage,
          raw,
          take,
          (reason) => makeUpFor(raw, reason),
          () => makeUpFor(raw, 'a message makes no sense'),
        )
    },
    onDown: (reason) => lose([...shown.keys()], reason),
  })

  const lose = (nativeIds: readonly string[], reason: string): void => {
    for (const id of nativeIds) {
      const market = shown.get(id)
      if (market !== undefined) market.book = null
    }
    if (nativeIds.length > 0) hear({ kind: 'stale', nativeIds, reason })
  }

  /** A token that is subscribed already gets no new book: it has to leave first (section 1.1). */
  const rebuild = (nativeIds: readonly string[], reason: string): void => {
    const mine = nativeIds.filter((id) => shown.has(id))
    if (mine.length === 0) return
    lose(mine, reason)
    for (const id of mine) {
      const market = shown.get(id)
      if (market !== undefined) market.askedAt = clock()
    }
    const assets_ids = tokensOf(mine)
    line.send({ operation: 'unsubscribe', assets_ids })
    line.send({ operation: 'subscribe', assets_ids })
  }

  /** What of books and trades cannot be read is made up for in the markets that it names, or in all where it names none. */
  const makeUpFor = (raw: unknown, reason: string): void => {
    const reading = v.safeParse(NamedMessage, raw)
    if (!reading.success) return
    options.onSkip('stream', reason)
    const { event_type: type, asset_id, price_changes } = reading.output
    const tokens = [asset_id, ...(price_changes ?? []).map((change) => change?.asset_id)].filter(
      (token) => token != null,
    )
    const named = tokens.length === 0 ? [...ofToken.values()] : tokens.flatMap((token) => ofToken.get(token) ?? [])
    const nativeIds = [...new Set(named.filter(({ isYes }) => isYes || type === LAST_TRADE).map((one) => one.nativeId))]
    if (nativeIds.length === 0) return
    if (type === LAST_TRADE) hear({ kind: 'missed', nativeIds, reason })
    // A whole book is asked for again only when it is late: one that comes the same each time is not asked for without end.
    else if (type === 'book') lose(nativeIds, reason)
    else
      rebuild(
        nativeIds.filter((id) => shown.get(id)?.book),
        reason,
      )
  }

  const take = (message: MarketMessage): void => {
    if (message.event_type === 'price_change') {
      change(message)
      return
    }
    const named = ofToken.get(message.asset_id)
    const market = named === undefined ? undefined : shown.get(named.nativeId)
    if (named === undefined || market === undefined) return
    const { nativeId, isYes } = named
    switch (message.event_type) {
      case 'book': {
        if (!isYes) return
        const book = streamedBook()
        for (const { price, size } of message.bids)
          book.set('bid', toPrice('bid price', price), toQty('bid size', size))
        for (const { price, size } of message.asks)
          book.set('ask', toPrice('ask price', price), toQty('ask size', size))
        market.book = book
        show(nativeId, book, timeOf(message.timestamp))
        return
      }
      case 'last_trade_price': {
        const shownPrice = toRoundedPrice('trade price', message.price)
        const at = timeOf(message.timestamp)
        hear({
          kind: 'trade',
          nativeId,
          tradeId: nameTrade(message, at),
          price: isYes ? shownPrice : oneMinus(shownPrice),
          qty: toQty('trade size', message.size),
          takerBuys: message.side ? (message.side === 'BUY') === isYes : null,
          at,
        })
        return
      }
      case 'tick_size_change':
        if (isYes) rebuild([nativeId], 'the price grid has changed')
    }
  }

  const change = ({ price_changes, timestamp }: Extract<MarketMessage, { event_type: 'price_change' }>): void => {
    const changed = new Map<string, StreamedBook>()
    for (const { asset_id, price, size, side } of price_changes) {
      const named = ofToken.get(asset_id)
      const book = named?.isYes ? shown.get(named.nativeId)?.book : null
      if (named === undefined || !book) continue
      book.set(side === 'BUY' ? 'bid' : 'ask', toPrice('price', price), toQty('size', size))
      changed.set(named.nativeId, book)
    }
    for (const [nativeId, book] of changed) show(nativeId, book, timeOf(timestamp))
  }

  const show = (nativeId: string, book: StreamedBook, at: Millis): void =>
    hear({ kind: 'book', nativeId, bid: book.best('bid'), ask: book.best('ask'), depth: book.depth, at })

  const timeOf = (timestamp: string | number | null | undefined): Millis => {
    const at = Number(timestamp)
    return Number.isSafeInteger(at) && at > 0 ? at : clock()
  }

  const look = (): void => {
    const late = [...shown].filter(([, { book, askedAt }]) => book === null && clock() - askedAt > FIRST_BOOK_WITHIN)
    rebuild(
      late.map(([id]) => id),
      'no book came',
    )
    cancelLook = after(LOOK_EVERY, look)
  }
  cancelLook = after(LOOK_EVERY, look)

  return {
    size: () => shown.size,
    add: (markets) => {
      for (const [nativeId, tokens] of markets) {
        shown.set(nativeId, { tokens, book: null, askedAt: clock() })
        ofToken.set(tokens.yes, { nativeId, isYes: true })
        ofToken.set(tokens.no, { nativeId, isYes: false })
      }
      line.send({ operation: 'subscribe', assets_ids: tokensOf([...markets.keys()]) })
    },
    remove: (nativeIds) => {
      const mine = nativeIds.filter((id) => shown.has(id))
      if (mine.length === 0) return
      const assets_ids = tokensOf(mine)
      line.send({ operation: 'unsubscribe', assets_ids })
      for (const token of assets_ids) ofToken.delete(token)
      for (const id of mine) shown.delete(id)
    },
    rebuild,
    close: () => {
      cancelLook()
      line.close()
    },
  }
}
