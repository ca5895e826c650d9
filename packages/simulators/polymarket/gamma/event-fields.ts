/** An event as Gamma embeds it in its markets: without them, and without tags. */

import { instant, numeric, secondTime } from '../http/wire-decimals.ts'
import type { PolymarketEvent } from '../world/catalogue.ts'
import { type MarketReads, stateOf } from '../world/market-reads.ts'
import { competitive, liquidityOf, volumeFields, volumeOf } from './market-volume.ts'

const HOUR = 3_600_000

export const gammaEventFields = (reads: MarketReads, event: PolymarketEvent) => {
  const states = event.markets.map((market) => stateOf(reads, market))
  const volume = event.markets.reduce((sum, market) => sum + volumeOf(reads, market), 0)
  const past = event.markets.reduce((sum, market) => sum + market.pastVolume, 0)
  const liquidity = event.markets.reduce((sum, market) => sum + liquidityOf(reads, market), 0)
  const closed = isEventClosed(reads, event)
  const image = `https://example.org/images/${event.slug}.png`
  return {
    id: event.id,
    ticker: event.slug,
    slug: event.slug,
    title: event.title,
    description: event.description,
    resolutionSource: event.source,
    startDate: instant(event.startsAt),
    creationDate: instant(event.startsAt),
    endDate: secondTime(event.endsAt),
    image,
    icon: image,
    active: true,
    closed,
    archived: false,
    new: false,
    featured: false,
    restricted: true,
    liquidity: numeric(liquidity),
    volume: numeric(volume),
    openInterest: 0,
    createdAt: instant(event.startsAt - HOUR),
    updatedAt: instant(Math.max(...states.map(({ updatedAt }) => updatedAt))),
    ...(closed ? { closedTime: instant(Math.max(...states.map(({ closedAt }) => closedAt ?? 0))) } : {}),
    competitive: Math.max(...event.markets.map((market) => competitive(reads, market))),
    ...volumeFields(past, volume),
    enableOrderBook: true,
    liquidityClob: numeric(liquidity),
    negRisk: event.negRisk,
    ...(event.negRiskMarketId === null ? {} : { negRiskMarketID: event.negRiskMarketId }),
    commentCount: 0,
    cyom: false,
    showAllOutcomes: true,
    showMarketImages: false,
    enableNegRisk: event.negRisk,
    automaticallyActive: true,
    ...(event.gameStartsAt === null ? {} : { startTime: secondTime(event.gameStartsAt) }),
    negRiskAugmented: event.augmented,
    pendingDeployment: false,
    deploying: false,
    requiresTranslation: false,
  }
}

export const isEventClosed = (reads: MarketReads, event: PolymarketEvent): boolean =>
  event.markets.every((market) => stateOf(reads, market).closed)
