/** The markets of a recording as the catalogue of the exchange. */

import { expiryOf, type ReplayedOffer } from '../../replay/expiry-of.ts'
import type { RecordedMarket } from '../../replay/recorded-line.ts'
import { PRICE_GRIDS, type PriceGrid } from '../markets/price-grids.ts'
import type { FeeTerms } from '../orders/fees.ts'
import type { EventInfo, MarketInfo, SeriesInfo } from './catalogue.ts'
import type { KalshiWorld } from './world.ts'

const ONE = 1_000_000
/** The exchange's standard rate of takers, in millionths (Kalshi reference, section 10). */
const STANDARD_RATE = 70_000

/** Opens the recorded markets for trading. */
export const offerRecorded = (world: KalshiWorld, offer: ReplayedOffer): void => {
  const now = world.clock()
  for (const record of offer.markets) {
    const expiresAt = expiryOf(record, offer, now)
    const info = addRecorded(world, record, expiresAt)
    const { ticker } = info
    const { engine } = world
    engine.addMarket({
      id: ticker,
      shard: record.shard,
      bands: PRICE_GRIDS[info.grid],
      lot: ONE / 100,
      status: 'active',
    })
    world.marketStates.set(ticker, {
      ticker,
      closesAt: expiresAt,
      result: '',
      determinedAt: null,
      settledAt: null,
      updatedAt: now,
    })
  }
}

const addRecorded = ({ catalogue, clock }: KalshiWorld, record: RecordedMarket, closesAt: number): MarketInfo => {
  const now = clock()
  const series = seriesOf(record, now)
  const known = catalogue.series.get(series.ticker) ?? series
  catalogue.series.set(known.ticker, known)
  const eventTicker = record.event?.nativeId ?? record.nativeId
  const event: EventInfo = catalogue.events.get(eventTicker) ?? {
    ticker: eventTicker,
    suffix: '',
    title: record.event?.title ?? record.name,
    subTitle: '',
    opensAt: now,
    closesAt,
    exclusive: false,
    series: known,
    updatedAt: now,
    markets: [],
  }
  catalogue.events.set(eventTicker, event)
  const info: MarketInfo = {
    suffix: '',
    ticker: record.nativeId,
    yes: record.subtitle ?? '',
    title: record.name,
    rules: record.description,
    mid: 0.5,
    event,
    grid: gridOf(record),
    createdAt: now,
    opensAt: now,
    closesAt,
    settlementTimerSeconds: 300,
    pastVolume: 0,
    pastOpenInterest: 0,
    luck: 0,
  }
  event.markets.push(info)
  catalogue.markets.set(info.ticker, info)
  return info
}

const seriesOf = (record: RecordedMarket, now: number): SeriesInfo => ({
  ticker: record.seriesTicker ?? record.nativeId,
  title: record.event?.title ?? record.name,
  category: record.category,
  tags: record.tags,
  frequency: 'custom',
  shard: record.shard,
  fees: feesOf(record),
  source: { name: 'recording', url: 'https://example.org' },
  secondaryRules: '',
  volatility: 0,
  updatedAt: now,
})

const feesOf = ({ feeTerms: { rate }, makerFeeRate }: RecordedMarket): FeeTerms => {
  const share = rate === 0 || makerFeeRate === null ? 0 : makerFeeRate / rate
  const type =
    share > 0.4 ? 'quadratic_with_combo_maker_fees' : share > 0 ? 'quadratic_with_maker_fees' : ('quadratic' as const)
  return { type, multiplier: rate / STANDARD_RATE }
}

/** Returns the label of the grid with these bands; else the widest one that has all its prices. */
const gridOf = ({ priceRanges, tickSizePrice }: RecordedMarket): PriceGrid => {
  const bands = JSON.stringify(priceRanges.map(({ start, end, step }) => [start, end, step]))
  const labels: readonly PriceGrid[] = GRID_LABELS
  const same = labels.find(
    (label) => JSON.stringify(PRICE_GRIDS[label].map(({ start, end, step }) => [start, end, step])) === bands,
  )
  if (same !== undefined) return same
  if (tickSizePrice >= 10_000) return 'linear_cent'
  return tickSizePrice >= 1_000 ? 'deci_cent' : 'center_centi_edge_centi_cent'
}

const GRID_LABELS = [
  'linear_cent',
  'deci_cent',
  'tapered_deci_cent',
  'center_whole_edge_half_cent',
  'center_whole_edge_quint_cent',
  'center_half_edge_half_cent',
  'center_half_edge_quint_cent',
  'center_half_edge_deci_cent',
  'center_quint_edge_quint_cent',
  'center_quint_edge_deci_cent',
  'center_centi_edge_centi_cent',
  'center_deci_edge_centi_cent',
] as const
