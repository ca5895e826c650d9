/** A stream that stays: it reconnects after every disconnection, and continues after the last change that it has delivered. */

import { isMarketEvent, type MarketEvent, onceEach } from './market-events.ts'
import type { components } from './openapi-types.ts'

/** An event of a stream: the fields of a webhook's message, the channel and the cursor. */
export type StreamEvent = components['schemas']['Change'] & { readonly channel: string }

/** The used part of a WebSocket: of browsers, of Node from 22 on, or of the package `ws`. */
export interface SocketLike {
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  send(text: string): void
  close(): void
}

export type { BookEvent, MarketEvent, QuoteEvent, TradesEvent } from './market-events.ts'

export interface StreamOptions {
  /**
   * `orders`, `fills`, `complex_orders`, `positions`, `subaccounts`, or `orders:<subaccount_id>` and so on; of markets `quotes:<svc_id>`,
   * `book:<svc_id>`, `trades:<svc_id>`.
   */
  readonly channels: readonly string[]
  /** The cursor to begin after; by default the stream begins now. */
  readonly after?: string
  /** Each event once, in order. */
  readonly onEvent?: (event: StreamEvent) => void
  /** Events about markets: a snapshot of each channel first, also after a disconnection, then the changes. Trades come once. */
  readonly onMarket?: (event: MarketEvent) => void
  /**
   * Changes since the last event are missing, because they are not stored any more, or one is too large: read the lists. The stream
   * continues.
   */
  readonly onGap?: () => void
  /** True if events come at once; false from a disconnection until the stream is subscribed again. */
  readonly onLive?: (isLive: boolean) => void
  /** The stream has ended for good: its key is not valid, or a channel does not exist. */
  readonly onEnd?: (reason: string, detail: string) => void
  readonly signal?: AbortSignal
  /** Default: the global `WebSocket`, which Node has from 22 on. */
  readonly webSocket?: new (
    url: string,
  ) => SocketLike
  /** Between two pings, in ms; default 30 s. Without an answer for as long the connection counts as lost. */
  readonly pingEveryMs?: number
}

export interface TradingStream {
  /** The cursor of the last event; null before it is first subscribed. Give it as `after` to a later stream. */
  cursor(): string | null
  isLive(): boolean
  /** Subscribes to these too, now and after each disconnection. */
  subscribe(channels: readonly string[]): void
  unsubscribe(channels: readonly string[]): void
  close(): void
}

/** Address and key of the connection. */
export interface StreamPlace {
  /** The address of the stream; asked for before each connection until it is known. */
  readonly address: () => Promise<string>
  readonly apiKey: string
}

interface Message {
  readonly op?: string
  readonly type?: string
  readonly cursor?: string
  readonly code?: string
  readonly reason?: string
  readonly detail?: string
}

/** Waits between attempts to connect: doubled up to the longest, each by chance between half and all of it. */
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000

/** Time before all channels are subscribed again, if a message came too fast. */
const TOO_FAST_WAIT_MS = 1_000

const OF_MARKETS = /^(quotes|book|trades):/

/** Objects whose last event is remembered; an older event that comes again is delivered again. */
const REMEMBERED = 10_000

/** Another attempt would end alike. After anything else the connection is made again. */
const FINAL = new Set([
  'unauthenticated',
  'key_revoked',
  'unknown_channel',
  'not_found',
  'too_many_channels',
  'bad_message',
])

export const openStream = ({ address, apiKey }: StreamPlace, options: StreamOptions): TradingStream => {
  const Socket = options.webSocket ?? (globalThis as { WebSocket?: StreamOptions['webSocket'] }).WebSocket
  if (Socket === undefined)
    throw new Error('This runtime has no WebSocket. Give one as webSocket, such as that of the package ws.')
  const { pingEveryMs = 30_000 } = options
  const sequences = new Map<string, number>()
  const channels = new Set(options.channels)
  const fresh = onceEach()
  let cursor = options.after ?? null
  let socket: SocketLike | null = null
  let [isReady, isLive, isOver, isAnswered] = [false, false, false, true]
  let waitMs = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined

  const say = (message: object): void => socket?.send(JSON.stringify(message))
  const live = (is: boolean): void => {
    if (is === isLive) return
    isLive = is
    options.onLive?.(is)
  }
  const subscribe = (): void => {
    if (channels.size === 0) {
      live(true)
      return
    }
    const isOfChanges = [...channels].some((channel) => !OF_MARKETS.test(channel))
    say({ op: 'subscribe', channels: [...channels], ...(cursor !== null && isOfChanges ? { after: cursor } : {}) })
  }

  const drop = (): void => {
    clearInterval(pings)
    const dropped = socket
    socket = null
    isReady = false
    if (dropped !== null) {
      dropped.onopen = dropped.onmessage = dropped.onclose = null
      // One that is closed before it is open says so as an error.
      dropped.onerror = () => undefined
      dropped.close()
    }
    live(false)
  }

  const again = (): void => {
    drop()
    if (isOver) return
    clearTimeout(timer)
    timer = setTimeout(() => void connect(), waitMs * (0.5 + Math.random() / 2))
    waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)
  }

  const end = (reason: string, detail: string): void => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    drop()
    options.onEnd?.(reason, detail)
  }

  const report = (event: StreamEvent): void => {
    const last = sequences.get(event.object_id) ?? -1
    cursor = event.cursor
    if (event.sequence <= last) return
    sequences.delete(event.object_id)
    sequences.set(event.object_id, event.sequence)
    const oldest = sequences.size > REMEMBERED ? sequences.keys().next().value : undefined
    if (oldest !== undefined) sequences.delete(oldest)
    options.onEvent?.(event)
  }

  const reportMarket = (event: MarketEvent): void => {
    // A message that was under way when its channel was left.
    const reported = channels.has(event.channel) ? fresh(event) : null
    if (reported !== null) options.onMarket?.(reported)
  }

  const hear = (message: Message): void => {
    const { op, cursor: at = cursor, code = '', reason = '', detail = '' } = message
    // The gateway answers in place of the service: the request has not been carried out.
    if (op === undefined) again()
    if (op === 'ready') {
      isReady = isAnswered = true
      subscribe()
    }
    if (op === 'event' && isMarketEvent(message)) reportMarket(message)
    else if (op === 'event') report(message as StreamEvent)
    if (op === 'error') refuse(code, detail)
    if (op === 'closed') refuse(reason, detail)
    if (op !== 'subscribed' && op !== 'pong') return
    cursor = at
    isAnswered = true
    waitMs = FIRST_WAIT_MS
    if (op === 'subscribed') live(true)
  }

  const refuse = (code: string, detail: string): void => {
    if (code === 'change_too_large') options.onGap?.()
    else if (code === 'cursor_expired') {
      cursor = null
      options.onGap?.()
      subscribe()
    } else if (code === 'too_many_requests') {
      clearTimeout(timer)
      timer = setTimeout(() => isReady && subscribe(), TOO_FAST_WAIT_MS)
    } else if (FINAL.has(code)) end(code, detail)
  }

  const ping = (): void => {
    // A subscription whose answer is lost, or is an unknown error, is made again.
    if (isAnswered && isLive) say({ op: 'ping' })
    else again()
    isAnswered = false
  }

  const connect = async (): Promise<void> => {
    try {
      const url = await address()
      if (isOver) return
      const made = new Socket(url)
      socket = made
      // No message can be sent before it is open: a socket that is not ready when the first ping is due is given up.
      isAnswered = false
      made.onopen = () => say({ op: 'auth', key: apiKey })
      made.onmessage = (event: { readonly data: unknown }) => hear(read(String(event.data)))
      made.onclose = again
      made.onerror = again
      pings = setInterval(ping, pingEveryMs)
    } catch {
      again()
    }
  }

  options.signal?.addEventListener('abort', () => end('aborted', 'The signal was aborted.'), { once: true })
  void connect()
  return {
    cursor: () => cursor,
    isLive: () => isLive,
    subscribe: (more) => {
      for (const channel of more) channels.add(channel)
      if (isReady && more.length > 0) say({ op: 'subscribe', channels: more })
    },
    unsubscribe: (fewer) => {
      for (const channel of fewer) channels.delete(channel)
      if (isReady && fewer.length > 0) say({ op: 'unsubscribe', channels: fewer })
    },
    close: () => end('closed', 'The stream was closed.'),
  }
}

const read = (text: string): Message => {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : {}
  } catch {
    return {}
  }
}
