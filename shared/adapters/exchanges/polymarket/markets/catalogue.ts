/** The exchange's markets, page by page, from Gamma (Polymarket reference, section 6). */

import * as v from 'valibot'
import { chunked } from '#domain/kernel/chunked.ts'
import { MINUTE, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketPage } from '#ports/exchanges/market-data-source.ts'
import type { Dated } from '../../http/reading-client.ts'
import type { OnSkip } from '../../or-skip.ts'
import { readEach } from '../../read-each.ts'
import type { Call, Client } from '../http/client.ts'
import { WireMarket, WireMarketPage, WireMarketTimes } from '../http/wire.ts'
import { conditionIdOf, spellingsOf } from './condition-id.ts'
import { NAMES_AT_ONCE, nameOf } from './gamma-lists.ts'
import { toInstant, toMarket } from './to-market.ts'

export interface Catalogue {
  list(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  changes(since: Millis, cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  byConditionId(conditionIds: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
}

export const catalogue = (client: Client, onSkip: OnSkip): Catalogue => {
  const page = (query: Call['query'], signal: AbortSignal): Promise<Dated<v.InferOutput<typeof WireMarketPage>>> => {
    // Tags, which determine the category, have to be requested.
    const fullQuery = { limit: PAGE, include_tag: 'true', ...query }
    const call = { host: 'gamma', area: 'gamma', path: '/markets/keyset', query: fullQuery } as const
    return client.readDated(null, call, WireMarketPage, signal)
  }

  const translate = ({ body, asOf }: Dated<v.InferOutput<typeof WireMarketPage>>): readonly Market[] =>
    readEach(body.markets, WireMarket, nameOf, onSkip, (wire) => [toMarket(wire, asOf)]).filter(
      (market) => market !== null,
    )

  return {
    // Lists open markets only: the sync reads markets that left this listing by name.
    list: async (cursor, signal) => {
      const found = await page({ closed: 'false', after_cursor: cursor ?? undefined }, signal)
      return { markets: translate(found), cursor: found.body.next_cursor || null }
    },
    // No filter selects changes: the newest markets are read until they are old enough, then likewise those closed last
    // (section 7).
    changes: async (since, cursor, signal) => {
      const [part, after] = partOf(cursor)
      const { query, time, reachesBack } = PARTS[part]
      const found = await page({ ...query, after_cursor: after ?? undefined }, signal)
      const { markets, next_cursor: next } = found.body
      const times = markets.map((record) => toInstant(timesIn(record)[time]) ?? Number.POSITIVE_INFINITY)
      const isOld = times.some((at) => at < since - reachesBack)
      const cursorOfNext = next && !isOld ? `${part}:${next}` : part === 'created' ? 'closed:' : null
      return { markets: translate(found), cursor: cursorOfNext }
    },
    byConditionId: async (conditionIds, signal) => {
      const found = new Map<string, Market>()
      const names = conditionIds.flatMap(spellingsOf)
      for (const some of chunked(names, NAMES_AT_ONCE)) {
        // Without this parameter only open markets are listed (section 6.1).
        for (const closed of ['false', 'true']) {
          const answer = await page({ closed, condition_ids: some }, signal)
          for (const market of translate(answer)) found.set(market.nativeId, market)
        }
      }
      // The exchange ignores an unknown filter silently: other markets are left out (live reference, section 7).
      const requested = new Set(conditionIds.map(conditionIdOf))
      return [...found.values()].filter(({ nativeId }) => requested.has(nativeId))
    },
  }
}

/** Most markets in one answer. */
const PAGE = 100

/**
 * The two lists of changes. A new market may be listed without its tokens for some minutes, and cannot be read then:
 * its list reaches further back.
 */
const PARTS = {
  created: { query: { closed: 'false', order: 'id', ascending: 'false' }, time: 'createdAt', reachesBack: 30 * MINUTE },
  closed: { query: { closed: 'true', order: 'closedTime', ascending: 'false' }, time: 'closedTime', reachesBack: 0 },
} as const

const partOf = (cursor: string | null): readonly ['created' | 'closed', string | null] => {
  const [part, ...after] = (cursor ?? 'created:').split(':')
  return [part === 'closed' ? 'closed' : 'created', after.join(':') || null]
}

/** An unreadable time of a record does not end the list. */
const timesIn = (record: unknown): v.InferOutput<typeof WireMarketTimes> => {
  const reading = v.safeParse(WireMarketTimes, record)
  return reading.success ? reading.output : {}
}
