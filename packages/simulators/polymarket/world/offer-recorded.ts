/** The markets of a recording as the catalogue of the exchange. */

import { createHash } from 'node:crypto'
import { expiryOf, type ReplayedOffer } from '../../replay/expiry-of.ts'
import type { RecordedMarket } from '../../replay/recorded-line.ts'
import { slugOf } from '../catalogue/calendar.ts'
import type { Tag } from '../catalogue/tags.ts'
import type { Catalogue, PolymarketEvent, PolymarketMarket } from './catalogue.ts'
import type { LifecycleWorld } from './market-lifecycle.ts'

const ONE = 1_000_000
/** Ids of tags that the exchange does not use. */
const FIRST_TAG = 900_000

/** Opens the recorded markets for trading. */
export const offerRecorded = (world: LifecycleWorld, offer: ReplayedOffer): void => {
  const now = world.clock()
  for (const record of offer.markets) {
    const endsAt = expiryOf(record, offer, now)
    const market = addRecorded(world.catalogue, record, now, endsAt)
    if (market === null) continue
    const { conditionId, tick } = market
    world.engine.addMarket({
      id: conditionId,
      shard: 0,
      bands: [{ start: tick, end: ONE - tick, step: tick }],
      lot: ONE / 100,
      status: 'active',
    })
    world.marketStates.set(conditionId, {
      conditionId,
      closed: false,
      acceptingOrders: true,
      closedAt: null,
      umaResolutionStatus: null,
      payoutYes: null,
      hasStarted: false,
      updatedAt: now,
    })
  }
}

/** Null for a record without its two tokens. */
const addRecorded = (
  catalogue: Catalogue,
  record: RecordedMarket,
  opensAt: number,
  endsAt: number,
): PolymarketMarket | null => {
  const { nativeId: conditionId, tokenIdYes, tokenIdNo, name } = record
  if (tokenIdYes === null || tokenIdNo === null) return null
  const event = eventOf(catalogue, record, opensAt, endsAt)
  // A token of Protocol V2 is its condition id and its outcome (Polymarket reference, section 1).
  const version = tokenIdYes === BigInt(conditionId).toString() ? 'v2' : 'v1'
  const market: PolymarketMarket = {
    id: String(1_600_000 + catalogue.markets.size),
    conditionId,
    questionId: digestOf(conditionId),
    slug: record.slug ?? slugOf(name),
    question: name,
    description: record.description,
    groupItemTitle: record.subtitle ?? '',
    outcomes: ['Yes', 'No'],
    tokens: [tokenIdYes, tokenIdNo],
    mirroredIds: null,
    version,
    announcedVersion: version,
    tick: record.tickSizePrice,
    minSize: record.minimumOrderSize,
    feeRate: record.feeTerms.rate,
    opensAt,
    endsAt,
    secondsDelay: 0,
    isOther: false,
    event,
    mid: 0.5,
    volatility: 0,
    pastVolume: 0,
    luck: 0,
  }
  event.markets.push(market)
  catalogue.markets.set(conditionId, market)
  for (const outcome of [0, 1] as const) catalogue.tokens.set(market.tokens[outcome], { market, outcome })
  return market
}

const eventOf = (catalogue: Catalogue, record: RecordedMarket, startsAt: number, endsAt: number): PolymarketEvent => {
  const slug = `recorded-${record.event?.nativeId ?? slugOf(record.name)}`
  const event = catalogue.events.get(slug) ?? {
    id: record.event?.nativeId ?? String(250_000 + catalogue.events.size),
    slug,
    title: record.event?.title ?? record.name,
    description: record.description,
    source: '',
    category: 'other',
    tags: [record.category, ...record.tags].map(tagOf),
    negRisk: record.negRisk,
    negRiskMarketId: record.negRisk ? (record.negRiskId ?? digestOf(slug)) : null,
    augmented: false,
    startsAt,
    endsAt,
    gameStartsAt: null,
    markets: [],
  }
  catalogue.events.set(slug, event)
  return event
}

const tagOf = (label: string, place: number): Tag => ({ id: String(FIRST_TAG + place), label, slug: slugOf(label) })

const digestOf = (text: string): string => `0x${createHash('sha256').update(`recorded ${text}`).digest('hex')}`
