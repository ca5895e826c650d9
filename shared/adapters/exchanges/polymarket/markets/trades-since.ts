/** What was traded in one market of late, from the Data host, which has it from the chain (Polymarket reference, section 7.1). */

import { oneMinus } from '#domain/kernel/numbers.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { MadeTrade } from '#domain/markets/mark-price.ts'
import type { MarketDataSource } from '#ports/exchanges/market-data-source.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OnSkip } from '../../or-skip.ts'
import type { Client } from '../http/client.ts'
import { WireTapePage } from '../http/wire.ts'
import { toRoundedPrice } from '../http/wire-amounts.ts'
import { endOfTrades } from './end-of-trades.ts'
import type { TokensOf } from './tokens.ts'

/**
 * A trade bears the time of its block, which comes two to five seconds after the match, and later where the chain is slow (live reference,
 * section 1.3). So it may have been made so long before.
 */
const BLOCK_WITHIN = 15 * SECOND
const PAGE = 1_000
const MOST_PAGES = 3

export const tradesSince =
  (api: Client, tokensOf: TokensOf, clock: Clock, onSkip: OnSkip): NonNullable<MarketDataSource['tradesSince']> =>
  async (conditionId, since, signal) => {
    const no = (await tokensOf(conditionId))?.no
    if (no === undefined) return []
    const bounds = { start: Math.floor(since / SECOND), end: endOfTrades(clock()) }
    const asked = { condition: conditionId, taker_only: 'true', limit: PAGE, ...bounds }
    const found: MadeTrade[] = []
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const call = { host: 'data', area: 'price_history', path: '/v2/trades', query: { ...asked, cursor } } as const
      const { data, pagination } = await api.read(null, call, WireTapePage, signal)
      for (const { price, token_id, timestamp } of data ?? []) {
        const at = toRoundedPrice('trade price', price)
        found.push({ price: token_id === no ? oneMinus(at) : at, at: madeAt(timestamp) })
      }
      cursor = (pagination?.has_more && pagination.next_cursor) || undefined
      if (cursor === undefined) return inOrder(found)
    }
    onSkip(conditionId, `there are more than ${MOST_PAGES * PAGE} trades to read; older ones stay unseen`)
    return inOrder(found)
  }

const madeAt = (timestamp: number): Millis => timestamp * SECOND - BLOCK_WITHIN

/** They are told newest first. */
const inOrder = (trades: readonly MadeTrade[]): readonly MadeTrade[] =>
  trades.toReversed().sort((one, other) => one.at - other.at)
