/** The WebSocket connections of the simulated exchange, and what each of them is subscribed to. */

import { createStreamFaults, type Frame, type StreamFaults } from '../../engine/control/stream-faults.ts'
import { type AnswerTiming, createAnswerTiming } from '../../engine/http/answer-timing.ts'
import type { SimulatorSocket } from '../../engine/http/sockets.ts'
import type { ApiKey } from '../http/verify-request.ts'

export const CHANNELS = [
  'ticker',
  'trade',
  'orderbook_delta',
  'market_lifecycle_v2',
  'multivariate_market_lifecycle',
  'fill',
  'user_orders',
  'market_positions',
  'order_group_updates',
] as const
export type Channel = (typeof CHANNELS)[number]

/** Channels about one account: the key needs the right to read. The book marks own orders (live reference, section 1.1). */
export const PRIVATE_CHANNELS: readonly Channel[] = [
  'orderbook_delta',
  'fill',
  'user_orders',
  'market_positions',
  'order_group_updates',
]

/** Losses on these channels show as a gap (live reference, section 1.3). */
const SEQUENCED_CHANNELS: readonly Channel[] = [
  'orderbook_delta',
  'trade',
  'market_lifecycle_v2',
  'multivariate_market_lifecycle',
  'order_group_updates',
]

export interface Subscription {
  readonly sid: number
  readonly channel: Channel
  /** Null: all markets. */
  markets: Set<string> | null
  readonly useYesPrice: boolean
  /** Markets whose data never began. */
  readonly muted: Set<string>
  /** The number of the last message. */
  seq: number
}

export interface Session {
  readonly key: ApiKey
  readonly socket: SimulatorSocket
  /** Sends a message the way the faults let it through. */
  readonly send: (frame: Frame) => void
  /** By sid. */
  readonly subscriptions: Map<number, Subscription>
  lastSid: number
}

export interface KalshiStreams {
  readonly sessions: Set<Session>
  readonly faults: StreamFaults
  readonly timing: AnswerTiming
  /** The error 26 names more markets than this in one subscription; the exchange has not published its limit. */
  mostMarkets: number
  /** The last message of the channel `ticker` for each market, without its instants. */
  readonly tickers: Map<string, string>
  readonly lastTradeSizes: Map<string, number>
  /** Lifecycle messages that wait for the next flush. */
  readonly announced: Announcement[]
}

/** A message of the lifecycle channel: its type and body. */
export interface Announcement {
  readonly type: 'market_lifecycle_v2' | 'event_lifecycle'
  readonly msg: Readonly<Record<string, unknown>>
}

export const createStreams = (random: () => number, clock: () => number): KalshiStreams => ({
  sessions: new Set(),
  faults: createStreamFaults(clock),
  timing: createAnswerTiming(random),
  mostMarkets: Number.POSITIVE_INFINITY,
  tickers: new Map(),
  lastTradeSizes: new Map(),
  announced: [],
})

/** Identification of a message: the sid of its subscription, and its number if the channel counts. */
export const stampOf = (subscription: Subscription): { readonly sid: number; readonly seq?: number } => {
  const { sid, channel } = subscription
  if (!SEQUENCED_CHANNELS.includes(channel)) return { sid }
  subscription.seq += 1
  return { sid, seq: subscription.seq }
}
