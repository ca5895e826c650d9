/** Updates the views of followed markets from the events of streams and polls, and reports the channels that have changed. */

import type { MarketRef } from '#domain/markets/market.ts'
import { MARKET_CHANNELS, type MarketChannelName } from '#domain/streams/market-channel.ts'
import type { ExchangeQuote } from '#ports/exchanges/market-data-source.ts'
import type { PriceEvent } from '#ports/exchanges/price-stream.ts'
import { loseView, type MarketView, missTrades, showBook, showPolled, showTrade } from './market-view.ts'

/** Receives the channels of a market that have changed. */
export type OnChanged = (view: MarketView, names: readonly MarketChannelName[]) => void

const ALL_PRICES: readonly MarketChannelName[] = ['quotes', 'book', 'trades']

/** Ignores markets that no client stream follows. */
export class ViewEvents {
  readonly #viewOf: (svcId: number) => MarketView | undefined
  readonly #onChanged: OnChanged

  constructor(viewOf: (svcId: number) => MarketView | undefined, onChanged: OnChanged) {
    this.#viewOf = viewOf
    this.#onChanged = onChanged
  }

  /** Takes an event of a price stream. */
  onEvent({ svcId }: MarketRef, event: Extract<PriceEvent, { kind: 'book' | 'trade' }>): void {
    const view = this.#viewOf(svcId)
    if (view === undefined) return
    if (event.kind === 'book') {
      const wasLive = view.isLive
      showBook(view, event)
      this.#onChanged(view, wasLive ? ['quotes', 'book'] : ALL_PRICES)
    } else if (showTrade(view, event)) this.#onChanged(view, ['quotes', 'trades'])
  }

  /** Records that no stream shows the market for now (`stale`), or that the stream may have missed trades. */
  onGap({ svcId, exchange }: MarketRef, kind: 'stale' | 'missed'): void {
    const view = this.#viewOf(svcId)
    if (view === undefined) return
    missTrades(view)
    if (kind === 'missed' || !view.isLive) return
    loseView(view, `The stream of ${exchange} was interrupted: this may be old.`)
    this.#onChanged(view, ALL_PRICES)
  }

  /** Takes the answer of a poll; null if the exchange shows no quote. `isLive`: a stream shows the market too. */
  onPolled(market: MarketRef, shown: ExchangeQuote | null, isLive: boolean): void {
    const view = this.#viewOf(market.svcId)
    if (view === undefined) return
    const { quote, words } = view
    if (!isLive) view.isLive = false
    if (shown === null) loseView(view, 'The exchange shows no book of this market.')
    else {
      showPolled(view, shown)
      view.words = view.isLive ? null : readEvery(market)
    }
    if (!view.isLive) missTrades(view)
    // Every channel reports a pause or a close: no other message may come in a channel while it lasts.
    if (view.words !== words || view.quote?.state !== quote?.state) this.#onChanged(view, MARKET_CHANNELS)
    else if (JSON.stringify(view.quote) !== JSON.stringify(quote)) this.#onChanged(view, ['quotes'])
  }

  /** Records that the exchange did not answer a poll. */
  onUnanswered({ svcId, exchange }: MarketRef): void {
    const view = this.#viewOf(svcId)
    const words = `${exchange} does not answer: this may be old.`
    if (view === undefined || view.isLive || view.words === words) return
    loseView(view, words)
    this.#onChanged(view, ALL_PRICES)
  }
}

const readEvery = ({ exchange }: MarketRef): string =>
  `The stream of ${exchange} does not show this market: it is read every few seconds.`
