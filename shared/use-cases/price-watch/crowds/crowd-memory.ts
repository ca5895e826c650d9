/** What one container remembers of a market in which one price has reached more stops than are sent at once. */

import type { MadeTrade } from '#domain/contingent/mark-price.ts'
import type { TriggerDirection } from '#domain/contingent/trailing.ts'
import type { Price } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { StopPlace, WatchedMarket, WatchedStop } from '#ports/price-watch/watch-store.ts'

export interface WithCrowds {
  /** By market. */
  readonly crowds: Map<number, Crowd>
}

/** The stops that one price has reached in a market, as far as they are known. */
export interface Crowd {
  market: WatchedMarket
  /** The newest quote of the market. */
  shown: ExchangeQuote
  /** What was traded since it began and shortly before, as far as it decides what fires (`show-crowd.ts`). */
  trades: readonly MadeTrade[]
  /** The rounds that go on now; null while it rests. */
  going: Promise<void> | null
  restsSince: Millis
  /** The prices at which nothing fired any more, and since when; null while something does. */
  over: { readonly fingerprint: string; readonly at: Millis } | null
  /** What was sent and may not have fired yet, by complex order. */
  readonly underWay: Map<string, UnderWay>
  readonly sides: Readonly<Record<TriggerDirection, Side>>
  /** Whether its market trades, as last confirmed. */
  confirmed: { readonly isOpen: boolean; readonly at: Millis } | null
}

export interface UnderWay {
  readonly owner: string | null
  readonly at: Millis
  /** It was among the nearest: it has fired when it is not among them any more. */
  readonly isNear: boolean
}

/** The stops on the way down, or those on the way up. */
export interface Side {
  /** Stops before this place watch another price, which does not fire them. */
  from: { readonly place: StopPlace; readonly fingerprint: string; readonly at: Millis } | null
  /** The search under way for users who stand behind the nearest. */
  survey: Survey | null
  /** When the last one ended, how long it took, and up to which price it went. */
  surveyed: { readonly at: Millis; readonly took: number; readonly upTo: number } | null
  /** What it found, by user, the nearest first. */
  behind: ReadonlyMap<string | null, readonly WatchedStop[]>
}

export interface Survey {
  readonly upTo: Price
  readonly beganAt: Millis
  place: StopPlace
  readonly found: Map<string | null, WatchedStop[]>
  stops: number
}

/** Whether a crowd fires in that market: what a price reaches there is sent with it. */
export const isCrowded = ({ crowds }: WithCrowds, svcId: number): boolean => {
  const crowd = crowds.get(svcId)
  return crowd !== undefined && crowd.over === null
}

/** Nothing is under way. */
export const newCrowd = (market: WatchedMarket, shown: ExchangeQuote): Crowd => ({
  market,
  shown,
  trades: [],
  going: null,
  restsSince: 0,
  over: null,
  underWay: new Map(),
  sides: { down: newSide(), up: newSide() },
  confirmed: null,
})

const newSide = (): Side => ({ from: null, survey: null, surveyed: null, behind: new Map() })
