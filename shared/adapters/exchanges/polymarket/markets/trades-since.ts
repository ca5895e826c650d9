/**
 * Recent trades of one market, from the Data host, which reads them from the chain (Polymarket reference, section 7.1).
 */

import { oneMinus } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MadeTrade } from '#domain/markets/mark-price.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readTrades } from '../../read-trades.ts'
import type { Client } from '../http/client.ts'
import { WireTapePage, WireTapeTrade } from '../http/wire.ts'
import { toRoundedPrice } from '../http/wire-amounts.ts'
import { endOfTrades } from './end-of-trades.ts'
import { isNoToken } from './is-no-token.ts'
import type { Tokens, TokensOf } from './tokens.ts'

/**
 * Longest time between a trade and its reported time. Reported is the time of the block, two to five seconds after the
 * match, and later if the chain is slow (live reference, section 1.3).
 */
const BLOCK_WITHIN = 15 * SECOND
const PAGE = 1_000
const MOST_PAGES = 3

export const tradesSince =
  (api: Client, tokensOf: TokensOf, clock: Clock, onSkip: OnSkip): NonNullable<MarketDataSource['tradesSince']> =>
  async (conditionId, since, signal) => {
    const tokens = await tokensOf(conditionId)
    if (tokens === null) return []
    const bounds = { start: Math.floor(since / SECOND), end: endOfTrades(clock()) }
    const readPage = (cursor: string | undefined) => {
      const query = { condition: conditionId, taker_only: 'true', limit: PAGE, ...bounds, cursor }
      return api.read(null, { host: 'data', area: 'price_history', path: '/v2/trades', query }, WireTapePage, signal)
    }
    const found: MadeTrade[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { data, pagination } = await readPage(cursor)
      const skipping = { nameOf: () => conditionId, onSkip }
      found.push(...readTrades(data ?? [], WireTapeTrade, skipping, (wire) => toMadeTrade(wire, tokens)).trades)
      cursor = (pagination?.has_more && pagination.next_cursor) || undefined
      if (cursor === undefined) return inOrder(found)
    }
    onSkip(conditionId, `there are more than ${MOST_PAGES * PAGE} trades to read; older ones stay unseen`)
    return inOrder(found)
  }

const toMadeTrade = ({ price, token_id, timestamp }: WireTapeTrade, tokens: Tokens): MadeTrade => {
  const shown = toRoundedPrice('trade price', price)
  return { price: isNoToken(token_id, tokens) ? oneMinus(shown) : shown, at: madeAt(timestamp) }
}

const madeAt = (timestamp: number): Millis => timestamp * SECOND - BLOCK_WITHIN

/** The exchange lists the newest first. */
const inOrder = (trades: readonly MadeTrade[]): readonly MadeTrade[] =>
  trades.toReversed().sort((one, other) => one.at - other.at)
