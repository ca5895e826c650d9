/** The connections to the market channel and to the user channel, and their pending messages. */

import { createStreamFaults, type Frame, type StreamFaults } from '../../engine/control/stream-faults.ts'
import { type AnswerTiming, createAnswerTiming } from '../../engine/http/answer-timing.ts'
import type { SimulatorSocket } from '../../engine/http/sockets.ts'
import type { ClobTrade } from '../clob/account/trade.ts'
import type { ClobOrder } from '../clob/orders/order.ts'

interface Reader {
  readonly socket: SimulatorSocket
  /** Sends a message the way the faults let it through. */
  readonly send: (frame: Frame) => void
}

export interface MarketReader extends Reader {
  /** Null before the first frame. */
  tokens: Set<string> | null
  /** Tokens whose data never began. */
  readonly muted: Set<string>
  /** True if it receives `best_bid_ask`, `new_market` and `market_resolved`. */
  custom: boolean
}

export interface UserReader extends Reader {
  /** The EOA behind its key; null before the first frame. */
  address: string | null
  /** Null: all markets. */
  markets: Set<string> | null
}

export interface PolymarketStreams {
  readonly marketReaders: Set<MarketReader>
  readonly userReaders: Set<UserReader>
  readonly faults: StreamFaults
  readonly timing: AnswerTiming
  /** Unit of instants on the user channel: seconds or milliseconds. Both have been seen. */
  userTimestamps: 's' | 'ms'
  /** The last best prices of each token, as text. */
  readonly bests: Map<string, string>
  /** Messages for everybody with the custom features that wait for the next flush. */
  readonly global: Record<string, unknown>[]
  /** Orders that ended, or were held back, before the engine knew them. */
  readonly noted: { readonly order: ClobOrder; readonly end: string | null }[]
  /** Trades in the states that they have gone through since the last flush. */
  readonly trades: Map<string, ClobTrade>
}

export const createStreams = (random: () => number, clock: () => number): PolymarketStreams => ({
  marketReaders: new Set(),
  userReaders: new Set(),
  faults: createStreamFaults(clock),
  timing: createAnswerTiming(random),
  userTimestamps: 'ms',
  bests: new Map(),
  global: [],
  noted: [],
  trades: new Map(),
})

export const customReadersOf = ({ marketReaders }: PolymarketStreams): MarketReader[] =>
  [...marketReaders].filter(({ custom, tokens }) => custom && tokens !== null)

/** True if the token's data has begun for the reader. */
export const hears = ({ tokens, muted }: MarketReader, token: string): boolean =>
  tokens?.has(token) === true && !muted.has(token)
