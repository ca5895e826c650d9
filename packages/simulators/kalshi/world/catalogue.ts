/** The invented series, events and markets; the same start always gives the same ones. */

import { seededRandom } from '../../engine/world/seeded-random.ts'
import { cryptoSeries } from '../catalogue/crypto.ts'
import { cultureSeries } from '../catalogue/culture.ts'
import { economicsSeries } from '../catalogue/economics.ts'
import { politicsSeries } from '../catalogue/politics.ts'
import { sportsSeries } from '../catalogue/sports.ts'
import type { EventTemplate, MarketTemplate, SeriesTemplate } from '../catalogue/templates.ts'
import { weatherSeries } from '../catalogue/weather.ts'
import type { PriceGrid } from '../markets/price-grids.ts'
import type { FeeTerms } from '../orders/fees.ts'

export type SeriesInfo = Omit<SeriesTemplate, 'events' | 'fees'> & {
  readonly fees: FeeTerms
  readonly updatedAt: number
}

export type EventInfo = Omit<EventTemplate, 'markets'> & {
  readonly ticker: string
  readonly series: SeriesInfo
  readonly updatedAt: number
  readonly markets: MarketInfo[]
}

export type MarketInfo = Omit<MarketTemplate, 'grid'> & {
  readonly ticker: string
  readonly event: EventInfo
  readonly grid: PriceGrid
  readonly createdAt: number
  readonly opensAt: number
  readonly closesAt: number
  readonly settlementTimerSeconds: number
  /** Volume before the simulator began, in millionths of contracts. */
  readonly pastVolume: number
  readonly pastOpenInterest: number
  /** 0..1: the event's own luck, which decides what happens. */
  readonly luck: number
}

export interface Catalogue {
  readonly series: Map<string, SeriesInfo>
  readonly events: Map<string, EventInfo>
  readonly markets: Map<string, MarketInfo>
}

export const createCatalogue = (): Catalogue => ({ series: new Map(), events: new Map(), markets: new Map() })

/** Adds the offer at `start`; known markets stay as they are. Returns the new markets. */
export const extendCatalogue = (catalogue: Catalogue, start: number, seed: number): MarketInfo[] => {
  const templates = [politicsSeries, economicsSeries, cryptoSeries, sportsSeries, weatherSeries, cultureSeries]
  return templates
    .flatMap((make) => make(start))
    .flatMap(({ events, fees, ...rest }) => {
      const known = catalogue.series.get(rest.ticker)
      const series = known ?? { ...rest, fees: fees ?? { type: 'quadratic', multiplier: 1 }, updatedAt: start }
      catalogue.series.set(series.ticker, series)
      return events.flatMap((event) => addEvent(catalogue, series, event, start, seed))
    })
}

const addEvent = (
  catalogue: Catalogue,
  series: SeriesInfo,
  { markets: templates, ...template }: EventTemplate,
  start: number,
  seed: number,
): MarketInfo[] => {
  const ticker = `${series.ticker}-${template.suffix}`
  if (catalogue.events.has(ticker)) return []
  const random = seededRandom(`${seed}:${ticker}`)
  const luck = random()
  const event: EventInfo = { ...template, ticker, series, updatedAt: Math.min(start, template.opensAt), markets: [] }
  for (const market of templates) {
    const { opensAt, closesAt } = template
    const pastVolume = opensAt > start ? 0 : Math.round(10 ** (2 + random() * 3)) * 1_000_000
    event.markets.push({
      ...market,
      ticker: `${ticker}-${market.suffix}`,
      event,
      grid: market.grid ?? 'linear_cent',
      createdAt: opensAt - random.whole(1, 90) * 60_000,
      opensAt,
      closesAt,
      settlementTimerSeconds: random.pick([300, 600, 1800, 3600]),
      pastVolume,
      pastOpenInterest: Math.round((pastVolume * (0.3 + random() * 0.4)) / 1_000_000) * 1_000_000,
      luck,
    })
  }
  catalogue.events.set(ticker, event)
  for (const market of event.markets) catalogue.markets.set(market.ticker, market)
  return event.markets
}
