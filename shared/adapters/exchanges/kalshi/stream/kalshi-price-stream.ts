/** Kalshi's order books and trades over its WebSocket (Kalshi live reference, section 1). */

import * as v from 'valibot'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { PublicTrade } from '#domain/markets/public-trade.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { PriceEvent, PriceStream, PriceStreamSource } from '#ports/exchanges/price-stream.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { type ConnectionOptions, socketLine } from '../../stream/socket-line.ts'
import { type StreamedBook, streamedBook } from '../../stream/streamed-book.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { toPrice, toQty, unreadable } from '../http/wire-values.ts'
import { takerBuys } from '../markets/taker-buys.ts'
import { accountSigner } from '../signing/account-signer.ts'
import {
  BookDelta,
  BookSnapshot,
  ENDED,
  Envelope,
  FOR_GOOD,
  OfMarket,
  StreamError,
  StreamTrade,
  Subscribed,
  TOO_FAST,
} from './frames.ts'
import {
  type Command,
  commandsFor,
  halve,
  isNext,
  restart,
  snapshotsOf,
  subscription,
  wireCommand,
} from './subscription.ts'

export interface KalshiStreamOptions extends ConnectionOptions {
  readonly onSkip: OnSkip
}

/** A second gap so soon means that asking for snapshots does not help. */
const GAPS_APART = 30 * SECOND
const DEAD_AFTER = 30 * SECOND
const ASK_AGAIN_AFTER = SECOND
const ASK_LATER_AFTER = 5 * SECOND
/** After so long a market without a book is asked for once more. */
const FIRST_BOOK_WITHIN = 10 * SECOND

/** Every channel needs a signed handshake (section 1.1). */
export const kalshiPriceStream = (options: KalshiStreamOptions): PriceStreamSource => {
  const signer = accountSigner(options.clock)
  return {
    needsAccount: true,
    open: async (account, hear) => {
      const sign = account === null ? null : signer(account)
      if (sign !== null) return openStream(options, () => sign('GET', new URL(options.url).pathname), hear)
      hear({ kind: 'refused', reason: 'there is no account to sign the handshake with' })
      return { watch: () => undefined, rebuild: () => undefined, close: () => undefined }
    },
  }
}

const openStream = (
  { url, clock, after, random, onSkip }: KalshiStreamOptions,
  headers: () => Readonly<Record<string, string>>,
  hear: (event: PriceEvent) => void,
): PriceStream => {
  const books = subscription('orderbook_delta')
  const trades = subscription('trade')
  const channels = [books, trades]
  const live = new Map<string, StreamedBook>()
  const commands = new Map<number, Command>()
  let wanted: ReadonlySet<string> = new Set()
  let nextId = 1
  let lastGapAt = Number.NEGATIVE_INFINITY
  /** Whether trades were shown before. */
  let wasOpen = false
  let cancelTick = (): void => undefined

  const send = (command: Command): void => {
    const id = nextId
    nextId += 1
    if (line.send(wireCommand(id, command))) commands.set(id, command)
  }
  const sync = (): void => {
    for (const channel of channels) for (const command of commandsFor(channel, wanted)) send(command)
  }
  const lose = (tickers: readonly string[], reason: string): void => {
    for (const ticker of tickers) live.delete(ticker)
    if (tickers.length > 0) hear({ kind: 'stale', nativeIds: tickers, reason })
  }
  const rebuild = (tickers: readonly string[], reason: string): void => {
    lose(tickers, reason)
    for (const command of snapshotsOf(books, tickers)) send(command)
  }

  const line = socketLine({
    url,
    headers,
    pingText: null,
    deadAfterMs: DEAD_AFTER,
    clock,
    after,
    random,
    onOpen: () => {
      for (const channel of channels) restart(channel)
      commands.clear()
      sync()
    },
    onText: (text) => takeMessage(Envelope, readFrame(text), take, (reason) => onSkip('stream', reason)),
    onDown: (reason, refused) => {
      if (refused) hear({ kind: 'refused', reason })
      for (const channel of channels) restart(channel)
      live.clear()
      hear({ kind: 'stale', nativeIds: [...wanted], reason })
    },
  })

  /** The number is checked first: confirmations and errors count too (section 1.3). */
  const take = (message: Envelope): void => {
    if (typeof message.sending_ts_ms === 'number') hear({ kind: 'sent', at: message.sending_ts_ms })
    const channel = channels.find(({ sid }) => sid !== null && sid === message.sid)
    if (channel !== undefined && typeof message.seq === 'number' && !isNext(channel, message.seq))
      gap(channel === books)
    switch (message.type) {
      case 'subscribed':
        confirm(message)
        break
      case 'error':
        fail(message)
        break
      case 'orderbook_snapshot':
        // Asked for again with the next tick: one that comes the same each time is not asked for without end.
        orElse(message.msg, begin, lose)
        break
      case 'orderbook_delta':
        orElse(message.msg, change, (tickers, reason) =>
          rebuild(
            tickers.filter((ticker) => live.has(ticker)),
            reason,
          ),
        )
        break
      case 'trade':
        orElse(message.msg, print, (nativeIds, reason) => hear({ kind: 'missed', nativeIds, reason }))
        break
    }
  }

  /** What cannot be read is made up for in its market, or in all where it names none. */
  const orElse = (
    msg: unknown,
    read: (msg: unknown) => void,
    makeUpFor: (tickers: readonly string[], reason: string) => void,
  ): void => {
    try {
      read(msg)
    } catch (error) {
      if (!(error instanceof ExchangeUnavailable)) throw error
      const named = v.safeParse(OfMarket, msg)
      const tickers = [...wanted].filter((ticker) => !named.success || named.output.market_ticker === ticker)
      onSkip(named.success ? named.output.market_ticker : 'stream', error.message)
      if (tickers.length > 0) makeUpFor(tickers, 'a message cannot be read')
    }
  }

  const gap = (ofBooks: boolean): void => {
    const reason = 'a message is missing'
    if (!ofBooks) {
      hear({ kind: 'missed', nativeIds: [...wanted], reason })
      return
    }
    const again = clock() - lastGapAt < GAPS_APART
    lastGapAt = clock()
    if (again) line.reopen('messages are missing again')
    else rebuild([...wanted], reason)
  }

  const confirm = ({ id, msg }: Envelope): void => {
    const { channel: name, sid } = v.parse(Subscribed, msg)
    const channel = channels.find((one) => one.name === name)
    commands.delete(id ?? 0)
    if (channel === undefined || channel.sid === sid) return
    channel.sid = sid
    channel.seq = 0
    channel.asking = false
    // While it was closed trades went by, also after its end was told.
    if (channel === trades) {
      if (wasOpen) hear({ kind: 'missed', nativeIds: [...wanted], reason: 'the trades are shown again' })
      wasOpen = true
    }
    sync()
  }

  const fail = ({ id, sid, msg }: Envelope): void => {
    const reading = v.safeParse(StreamError, msg)
    if (!reading.success) return
    const { code, msg: words } = reading.output
    const command = commands.get(id ?? 0)
    commands.delete(id ?? 0)
    onSkip(command?.tickers[0] ?? 'stream', `error ${code} of the stream: ${words ?? ''}`)
    if (ENDED.has(code)) {
      const ended = channels.filter((channel) => channel.sid === sid || sid == null)
      for (const channel of ended) restart(channel)
      const ending = `the subscription has ended with error ${code}`
      // The books stand while only the trades have ended.
      if (ended.includes(books)) lose([...wanted], ending)
      else hear({ kind: 'missed', nativeIds: [...wanted], reason: ending })
      sync()
      return
    }
    if (code === NOT_SIGNED_IN) hear({ kind: 'refused', reason: words ?? 'the channel needs an authenticated session' })
    if (command === undefined) return
    if (command.action === 'subscribe') command.channel.asking = false
    if (code === TOO_MANY_MARKETS) {
      halve(command)
      sync()
      return
    }
    if (command.action === 'delete_markets' || command.action === 'get_snapshot') return
    for (const ticker of command.tickers) command.channel.asked.delete(ticker)
    if (!FOR_GOOD.has(code)) after(code === TOO_FAST ? ASK_AGAIN_AFTER : ASK_LATER_AFTER, sync)
    else for (const ticker of command.tickers) command.channel.denied.add(ticker)
  }

  const begin = (msg: unknown): void => {
    const reading = v.safeParse(BookSnapshot, msg)
    if (!reading.success) throw unreadable('a book that makes no sense')
    if (!wanted.has(reading.output.market_ticker)) return
    const { market_ticker: ticker, yes_dollars_fp: bids, no_dollars_fp: asks } = reading.output
    const book = streamedBook()
    for (const [at, size] of bids ?? []) book.set('bid', toPrice('yes_dollars_fp', at), toQty('yes_dollars_fp', size))
    for (const [at, size] of asks ?? []) book.set('ask', toPrice('no_dollars_fp', at), toQty('no_dollars_fp', size))
    live.set(ticker, book)
    show(ticker, book, clock())
  }

  const change = (msg: unknown): void => {
    const reading = v.safeParse(BookDelta, msg)
    if (!reading.success) throw unreadable('a change of a book that makes no sense')
    const { market_ticker: ticker, price_dollars: at, delta_fp: delta, side, ts_ms: made } = reading.output
    const book = live.get(ticker)
    if (book === undefined) return
    const size = wireDecimal(delta)
    if (size === null || !book.add(side === 'yes' ? 'bid' : 'ask', toPrice('price_dollars', at), size)) {
      rebuild([ticker], 'a level fell below nothing')
      return
    }
    show(ticker, book, made ?? clock())
  }

  const show = (nativeId: string, book: StreamedBook, at: Millis): void =>
    hear({ kind: 'book', nativeId, bid: book.best('bid'), ask: book.best('ask'), depth: book.depth, at })

  const print = (msg: unknown): void => {
    const reading = v.safeParse(StreamTrade, msg)
    if (!reading.success) throw unreadable('a trade that makes no sense')
    if (!wanted.has(reading.output.market_ticker)) return
    hear({ kind: 'trade', nativeId: reading.output.market_ticker, ...toPublicTrade(reading.output, clock()) })
  }

  const tick = (): void => {
    // A market that the exchange does not know is not refused in words: nothing comes.
    for (const command of snapshotsOf(
      books,
      [...wanted].filter((ticker) => !live.has(ticker)),
    ))
      send(command)
    // Only a poll sees these.
    const unseen = [...trades.denied].filter((ticker) => wanted.has(ticker))
    if (unseen.length > 0) hear({ kind: 'missed', nativeIds: unseen, reason: 'the trades are not shown' })
    cancelTick = after(FIRST_BOOK_WITHIN, tick)
  }
  cancelTick = after(FIRST_BOOK_WITHIN, tick)

  return {
    watch: (tickers) => {
      wanted = new Set(tickers)
      for (const ticker of live.keys()) if (!wanted.has(ticker)) live.delete(ticker)
      sync()
    },
    rebuild: (tickers) => rebuild(tickers, 'the book does not agree with a fresh one'),
    close: () => {
      cancelTick()
      line.close()
    },
  }
}

const toPublicTrade = (wire: StreamTrade, now: Millis): PublicTrade => ({
  tradeId: wire.trade_id,
  price: toPrice('yes_price_dollars', wire.yes_price_dollars),
  qty: toQty('count_fp', wire.count_fp),
  takerBuys: takerBuys(wire),
  isBlockTrade: wire.is_block_trade === true,
  at: wire.ts_ms ?? now,
})

const NOT_SIGNED_IN = 9
const TOO_MANY_MARKETS = 26
