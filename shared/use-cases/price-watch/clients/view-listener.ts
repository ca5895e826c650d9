/** Receivers of the prices of the watch. */

import type { MarketRef } from '#domain/markets/market.ts'
import type { ViewEvents } from './view-events.ts'

export interface ViewListener extends Pick<ViewEvents, 'onEvent' | 'onPolled' | 'onUnanswered'> {
  /** Records that no stream shows the market for now (`stale`), or that the stream may have missed trades. */
  onGap(market: MarketRef, kind: 'stale' | 'missed', reason: string): void
}

/** Returns a listener that passes everything on to each of these. */
export const toEach = (listeners: readonly ViewListener[]): ViewListener => ({
  onEvent: (market, event) => {
    for (const one of listeners) one.onEvent(market, event)
  },
  onGap: (market, kind, reason) => {
    for (const one of listeners) one.onGap(market, kind, reason)
  },
  onPolled: (market, shown, isLive) => {
    for (const one of listeners) one.onPolled(market, shown, isLive)
  },
  onUnanswered: (market) => {
    for (const one of listeners) one.onUnanswered(market)
  },
})
