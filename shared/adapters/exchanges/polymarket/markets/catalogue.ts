/** The exchange's markets, page by page, from Gamma (Polymarket reference, section 6). */

import * as v from 'valibot'
import type { Market } from '#domain/markets/market.ts'
import { ExchangeUnavailable } from '#ports/exchange-unavailable.ts'
import type { MarketPage } from '#ports/market-data-source.ts'
import type { Call, Client } from '../http/client.ts'
import { WireMarket, WireMarketPage } from '../http/wire.ts'
import { spellingsOf } from './condition-id.ts'
import { toMarket } from './to-market.ts'

export interface Catalogue {
  list(cursor: string | null, signal: AbortSignal): Promise<MarketPage>
  byConditionId(conditionIds: readonly string[], signal: AbortSignal): Promise<readonly Market[]>
}

/** Told of every record that cannot be read: it is left out, the rest goes on. */
export type OnSkip = (conditionId: string, reason: string) => void

export const catalogue = (client: Client, onSkip: OnSkip): Catalogue => {
  const page = (query: Call['query'], signal: AbortSignal): Promise<v.InferOutput<typeof WireMarketPage>> => {
    // Tags are what tells the category, and only come when asked for.
    const call = { host: 'gamma', area: 'gamma', path: '/markets/keyset' } as const
    return client.read(null, { ...call, query: { limit: PAGE, include_tag: 'true', ...query } }, WireMarketPage, signal)
  }

  const translate = (raw: readonly unknown[]): readonly Market[] =>
    raw.flatMap((record) => {
      const reading = v.safeParse(WireMarket, record)
      if (!reading.success) {
        onSkip(nameOf(record), reading.issues[0].message)
        return []
      }
      try {
        const market = toMarket(reading.output)
        return market === null ? [] : [market]
      } catch (error) {
        if (!(error instanceof ExchangeUnavailable)) throw error
        onSkip(nameOf(record), error.message)
        return []
      }
    })

  return {
    // Open ones only: the catalogue asks for those that left this listing by name.
    list: async (cursor, signal) => {
      const { markets, next_cursor: next } = await page({ closed: 'false', after_cursor: cursor ?? undefined }, signal)
      return { markets: translate(markets), cursor: next || null }
    },
    byConditionId: async (conditionIds, signal) => {
      const found = new Map<string, Market>()
      for (let start = 0; start < conditionIds.length; start += NAMES_AT_ONCE) {
        const wanted = conditionIds.slice(start, start + NAMES_AT_ONCE).flatMap(spellingsOf)
        // Without this parameter only open markets are listed (section 6.1).
        for (const closed of ['false', 'true']) {
          const { markets } = await page({ closed, condition_ids: wanted }, signal)
          for (const market of translate(markets)) found.set(market.nativeId, market)
        }
      }
      return [...found.values()]
    },
  }
}

/** The most that is answered at once. */
const PAGE = 100
/** Some hundred names are the practical maximum; some of them have two spellings. */
const NAMES_AT_ONCE = 50

const nameOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'conditionId' in record
    ? String(record.conditionId).slice(0, 100)
    : 'unknown'
