/** What many markets show now: fifty in one call, and one more call for whether the exchange trades at all. */

import * as v from 'valibot'
import type { Clock } from '#ports/clock.ts'
import type { Exchange } from '#ports/exchange.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { ExchangeQuote } from '#ports/market-data-source.ts'
import type { Client } from '../http/client.ts'
import { WireExchangeStatus, WireMarketPage, WireQuote } from '../http/wire.ts'
import { NAMES_AT_ONCE, type OnSkip, tickerOf } from './catalogue.ts'
import { toQuote } from './to-quote.ts'

/** Calls under way at once: more would only wait for the rate budget. */
const LANES = 4

export const quotes =
  (api: Client, clock: Clock, onSkip: OnSkip): Exchange['quotes'] =>
  async (tickers, signal) => {
    if (tickers.length === 0) return []
    const status = await api.read(null, { path: '/exchange/status', cost: 10 }, WireExchangeStatus, signal)
    const trades = (shard: number): boolean =>
      status.exchange_index_statuses?.find(({ exchange_index: index }) => index === shard)?.trading_active ??
      status.trading_active

    const translate = (raw: unknown, fetchedAt: number): readonly ExchangeQuote[] => {
      const reading = v.safeParse(WireQuote, raw)
      if (!reading.success) {
        onSkip(tickerOf(raw), reading.issues[0].message)
        return []
      }
      try {
        return [toQuote(reading.output, trades(reading.output.exchange_index ?? 0), fetchedAt)]
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip(reading.output.ticker, error.message)
        return []
      }
    }
    const read = async (names: readonly string[]): Promise<readonly ExchangeQuote[]> => {
      const fetchedAt = clock()
      const query = { tickers: names.join(','), limit: names.length }
      const page = await api.read(null, { path: '/markets', query, cost: 10 }, WireMarketPage, signal)
      return page.markets.flatMap((raw) => translate(raw, fetchedAt))
    }

    const found: ExchangeQuote[] = []
    for (let start = 0; start < tickers.length; start += NAMES_AT_ONCE * LANES) {
      const lanes = Array.from({ length: LANES }, (_, lane) => {
        const from = start + lane * NAMES_AT_ONCE
        return tickers.slice(from, from + NAMES_AT_ONCE)
      }).filter((names) => names.length > 0)
      for (const page of await Promise.all(lanes.map(read))) found.push(...page)
    }
    return found
  }
