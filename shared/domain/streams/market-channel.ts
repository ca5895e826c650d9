/** The channels of a stream about one market. */

import type { Millis } from '../kernel/time.ts'
import type { MarketRef } from '../markets/market.ts'

export const MARKET_CHANNELS = ['quotes', 'book', 'trades'] as const
export type MarketChannelName = (typeof MARKET_CHANNELS)[number]

export interface MarketChannel {
  readonly name: MarketChannelName
  readonly svcId: number
}

/** A channel of a market that a stream is subscribed to. */
export interface Listened extends MarketRef {
  readonly name: MarketChannelName
  /** When it was last subscribed: from then on it is owed the present state. */
  readonly since: Millis
}

/** An open stream that follows markets, as the price watch sees it. */
export interface Listener {
  readonly streamId: string
  readonly userId: string
  /** The key the stream was opened with. */
  readonly keyId: string
  readonly openedAt: Millis
  readonly listening: readonly Listened[]
}

/** The channel of a text such as `quotes:71`; null when it is none of a market. */
export const marketChannelIn = (text: string): MarketChannel | null => {
  const [, word, digits] = /^([a-z]+):([1-9]\d{0,15})$/.exec(text) ?? []
  const name = MARKET_CHANNELS.find((one) => one === word)
  const svcId = Number(digits)
  return name === undefined || !Number.isSafeInteger(svcId) ? null : { name, svcId }
}

/** As clients write it. */
export const marketChannelText = ({ name, svcId }: MarketChannel): string => `${name}:${svcId}`
