/** Carries what sockets and polls tell of followed markets into their pictures, and says which channels have changed. */

import type { MarketRef } from '#domain/markets/market.ts'
import { MARKET_CHANNELS, type MarketChannelName } from '#domain/streams/market-channel.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import { lose, type MarketPicture, missTrades, showBook, showPolled, showTrade } from './market-view.ts'

export interface PictureEvents {
  /** Takes what a socket of the exchange tells. */
  hear(market: MarketRef, event: Extract<PriceEvent, { kind: 'book' | 'trade' }>): void
  /** No socket shows the market for now, or it may have missed trades. */
  lost(market: MarketRef, kind: 'stale' | 'missed'): void
  /** What a poll saw of the market; null: the exchange shows nothing of it. `isLive`: a socket shows it too. */
  polled(market: MarketRef, shown: ExchangeQuote | null, isLive: boolean): void
  /** The exchange does not answer. */
  unanswered(market: MarketRef): void
}

/** `pictureOf` answers undefined for a market that no stream follows. */
export const pictureEvents = (
  pictureOf: (svcId: number) => MarketPicture | undefined,
  changed: (picture: MarketPicture, names: readonly MarketChannelName[]) => void,
): PictureEvents => ({
  hear: ({ svcId }, event) => {
    const picture = pictureOf(svcId)
    if (picture === undefined) return
    if (event.kind === 'book') {
      const wasLive = picture.isLive
      showBook(picture, event)
      changed(picture, wasLive ? ['quotes', 'book'] : ['quotes', 'book', 'trades'])
    } else if (showTrade(picture, event)) changed(picture, ['quotes', 'trades'])
  },

  lost: ({ svcId, exchange }, kind) => {
    const picture = pictureOf(svcId)
    if (picture === undefined) return
    missTrades(picture)
    if (kind === 'missed' || !picture.isLive) return
    lose(picture, `The stream of ${exchange} was interrupted: this may be old.`)
    changed(picture, ['quotes', 'book', 'trades'])
  },

  polled: (market, shown, isLive) => {
    const picture = pictureOf(market.svcId)
    if (picture === undefined) return
    const { quote, words } = picture
    if (!isLive) picture.isLive = false
    if (shown === null) lose(picture, 'The exchange shows no book of this market.')
    else {
      showPolled(picture, shown)
      picture.words = picture.isLive
        ? null
        : `The stream of ${market.exchange} does not show this market: it is read every few seconds.`
    }
    if (!picture.isLive) missTrades(picture)
    // A pause and a close are said in each channel. Nothing else may change in one for as long as they last.
    if (picture.words !== words || picture.quote?.state !== quote?.state) changed(picture, MARKET_CHANNELS)
    else if (JSON.stringify(picture.quote) !== JSON.stringify(quote)) changed(picture, ['quotes'])
  },

  unanswered: (market) => {
    const picture = pictureOf(market.svcId)
    const words = `${market.exchange} does not answer: this may be old.`
    if (picture === undefined || picture.isLive || picture.words === words) return
    lose(picture, words)
    changed(picture, ['quotes', 'book', 'trades'])
  },
})
