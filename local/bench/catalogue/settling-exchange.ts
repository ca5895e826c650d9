/**
 * An exchange whose markets come and go: each opens at its moment, is open for some days and is over. What it lists lies in files, so
 * that it takes no memory from the sync that is measured beside it.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { DAY, type Millis } from '#domain/kernel/time.ts'
import type { Market } from '#domain/markets/market.ts'
import type { MarketDataSource, MarketPage } from '#ports/exchanges/market-data-source.ts'
import { generatedCatalogue } from '../search/generated-catalogue.ts'

export interface Settling {
  /** Where its files lie. */
  readonly folder: string
  /** When the first market opens. */
  readonly from: Millis
  /** So many open a day, and as many are over. */
  readonly aDay: number
  /** For how long each is open. */
  readonly openDays: number
  readonly clock: () => Millis
}

export type Listing = Pick<MarketDataSource, 'name' | 'listMarkets' | 'changedMarkets' | 'marketsById'>

/** As many as an answer of EXCHANGE_A lists. */
const PAGE = 1_000

/** Both exchanges, of one stream of markets. Each day has to be made before it begins. */
export const settlingExchanges = ({ folder, from, aDay, openDays, clock }: Settling) => {
  const pages = new Map<ExchangeName, Map<number, number>>()
  const fileOf = (exchange: ExchangeName, day: number, page: number): string =>
    join(folder, `${exchange}-${day}-${page}.json`)
  let made = 0
  mkdirSync(folder, { recursive: true })

  const read = (exchange: ExchangeName, day: number, page: number): readonly Market[] =>
    JSON.parse(readFileSync(fileOf(exchange, day, page), 'utf8')).map((market: Market) => ({
      ...market,
      status: (market.expiresAt ?? 0) <= clock() ? 'closed' : 'active',
    }))

  const pagesOf = (exchange: ExchangeName): ReadonlyArray<readonly [day: number, page: number]> =>
    [...(pages.get(exchange) ?? [])].flatMap(([day, count]) =>
      Array.from({ length: count }, (_, page) => [day, page] as const),
    )

  /** A page at a time of the markets that `wanted` wants; a file that cannot hold one is not read. */
  const pageFrom = (
    exchange: ExchangeName,
    cursor: string | null,
    days: (day: number) => boolean,
    wanted: (market: Market) => boolean,
  ): MarketPage => {
    const all = pagesOf(exchange).filter(([day]) => days(day))
    for (let at = Number(cursor ?? 0); at < all.length; at += 1) {
      const [day, page] = all[at] as readonly [number, number]
      const markets = read(exchange, day, page).filter(wanted)
      if (markets.length > 0) return { markets, cursor: at + 1 < all.length ? String(at + 1) : null }
    }
    return { markets: [], cursor: null }
  }

  const listingOf = (name: ExchangeName): Listing => ({
    name,
    listMarkets: async (cursor) =>
      pageFrom(
        name,
        cursor,
        () => true,
        ({ status, startsAt }) => status === 'active' && (startsAt ?? 0) <= clock(),
      ),
    changedMarkets: async (since, cursor) => {
      const now = clock()
      const isNews = (at: Millis | null): boolean => at !== null && at > since && at <= now
      const dayOf = (at: Millis): number => Math.floor((at - from) / DAY)
      const spans = [0, openDays].map((later) => [dayOf(since) - later, dayOf(now) - later] as const)
      return pageFrom(
        name,
        cursor,
        (day) => spans.some(([first, last]) => day >= first && day <= last),
        ({ startsAt, expiresAt }) => isNews(startsAt) || isNews(expiresAt),
      )
    },
    marketsById: async (nativeIds) => {
      const asked = new Set(nativeIds)
      return pagesOf(name).flatMap(([day, page]) => read(name, day, page).filter(({ nativeId }) => asked.has(nativeId)))
    },
  })

  return {
    listingOf,

    /** Invents the markets that open on that day, and throws away those that were over three days before. */
    makeDay: (day: number): void => {
      const begins = from + day * DAY
      const waiting = new Map<ExchangeName, Market[]>()
      const write = (exchange: ExchangeName): void => {
        const own = pages.get(exchange) ?? new Map<number, number>()
        pages.set(exchange, own)
        const page = own.get(day) ?? 0
        writeFileSync(fileOf(exchange, day, page), JSON.stringify(waiting.get(exchange) ?? []))
        own.set(day, page + 1)
        waiting.set(exchange, [])
      }
      let n = 0
      for (const market of generatedCatalogue(aDay, begins, day + 1)) {
        const opensAt = begins + Math.floor((n / aDay) * DAY)
        const own = waiting.get(market.exchange) ?? []
        waiting.set(market.exchange, own)
        own.push({ ...market, startsAt: opensAt, opensAt: null, expiresAt: opensAt + openDays * DAY })
        if (own.length === PAGE) write(market.exchange)
        n += 1
      }
      for (const [exchange, left] of waiting) if (left.length > 0) write(exchange)
      made += n
      for (const [exchange, own] of pages)
        for (const [old, count] of own) {
          if (old >= day - openDays - FORGOTTEN_AFTER) continue
          for (let page = 0; page < count; page += 1) rmSync(fileOf(exchange, old, page))
          own.delete(old)
        }
    },

    /** How many markets there were. */
    get made(): number {
      return made
    },

    close: (): void => {
      if (existsSync(folder)) rmSync(folder, { recursive: true })
    },
  }
}

const FORGOTTEN_AFTER = 3
