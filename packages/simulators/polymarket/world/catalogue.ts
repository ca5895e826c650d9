/** The invented events and markets; the same start always gives the same ones. */

import { seededRandom } from '../../engine/world/seeded-random.ts'
import { slugOf } from '../catalogue/calendar.ts'
import { cryptoEvents } from '../catalogue/crypto.ts'
import { cultureEvents } from '../catalogue/culture.ts'
import { economyEvents } from '../catalogue/economy.ts'
import { FEES } from '../catalogue/fees.ts'
import { geopoliticsEvents } from '../catalogue/geopolitics.ts'
import { idsOf } from '../catalogue/market-ids.ts'
import { politicsEvents } from '../catalogue/politics.ts'
import { sportsEvents } from '../catalogue/sports.ts'
import { type Tag, tagOf } from '../catalogue/tags.ts'
import { techEvents } from '../catalogue/tech.ts'
import type { EventTemplate, FeeCategory } from '../catalogue/templates.ts'
import { weatherEvents } from '../catalogue/weather.ts'

export interface PolymarketEvent {
  /** Gamma id: decimal digits. */
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly source: string
  readonly category: FeeCategory
  readonly tags: readonly Tag[]
  readonly negRisk: boolean
  readonly negRiskMarketId: string | null
  /** Outcomes may be added to it. */
  readonly augmented: boolean
  readonly startsAt: number
  readonly endsAt: number
  readonly gameStartsAt: number | null
  readonly markets: PolymarketMarket[]
}

/** Prices and quantities are millionths. */
export interface PolymarketMarket {
  /** Gamma id: decimal digits. */
  readonly id: string
  /** 0x and 64 lower-case hex digits; of a v2 market 31 bytes, padded on the right with 00. */
  readonly conditionId: string
  readonly questionId: string
  readonly slug: string
  readonly question: string
  readonly description: string
  readonly groupItemTitle: string
  /** Index 0 is YES, whatever it is called. */
  readonly outcomes: readonly [string, string]
  /** Traded tokens of the CLOB: the clobTokenIds of v1, the positionIds of v2. */
  readonly tokens: readonly [string, string]
  /** Protocol V2 ids that some v1 markets carry too; the CLOB knows none of them (Polymarket reference, section 1). */
  readonly mirroredIds: readonly [string, string] | null
  readonly version: 'v1' | 'v2'
  /** Text of Gamma and /clob-markets; null: they leave it out. */
  readonly announcedVersion: string | null
  tick: number
  readonly minSize: number
  /** 0.05 is 50,000; exponent 1, taker only. */
  readonly feeRate: number
  readonly opensAt: number
  /** When it is meant to end. */
  readonly endsAt: number
  readonly secondsDelay: number
  /** The placeholder for outcomes that may be added. */
  readonly isOther: boolean
  readonly event: PolymarketEvent
  /** The probability at the start, 0..1. */
  readonly mid: number
  readonly volatility: number
  /** Volume before the simulator began. */
  readonly pastVolume: number
  /** 0..1: the event's own luck, which decides what happens. */
  readonly luck: number
}

export interface Catalogue {
  /** By slug. */
  readonly events: Map<string, PolymarketEvent>
  /** By condition id. */
  readonly markets: Map<string, PolymarketMarket>
  readonly tokens: Map<string, { readonly market: PolymarketMarket; readonly outcome: 0 | 1 }>
}

const ONE = 1_000_000
const CENT = 10_000

export const createCatalogue = (): Catalogue => ({ events: new Map(), markets: new Map(), tokens: new Map() })

/** Adds the offer at `start`; known markets stay as they are. Returns the new markets. */
export const extendCatalogue = (catalogue: Catalogue, start: number, seed: number): PolymarketMarket[] =>
  TEMPLATES.flatMap((make) => make(start)).flatMap((template) => addEvent(catalogue, template, start, seed))

const TEMPLATES = [
  politicsEvents,
  geopoliticsEvents,
  economyEvents,
  cryptoEvents,
  sportsEvents,
  techEvents,
  cultureEvents,
  weatherEvents,
]

const addEvent = (
  catalogue: Catalogue,
  template: EventTemplate,
  start: number,
  seed: number,
): readonly PolymarketMarket[] => {
  const { slug, negRisk = false, startsAt, endsAt, volatility } = template
  if (catalogue.events.has(slug)) return []
  const random = seededRandom(`${seed}:${slug}`)
  const luck = random()
  const event: PolymarketEvent = {
    id: String(250_000 + catalogue.events.size),
    slug,
    title: template.title,
    description: template.markets[0]?.rules ?? '',
    source: template.source,
    category: template.category,
    tags: template.tags.map(tagOf),
    negRisk,
    negRiskMarketId: negRisk ? idsOf(slug, 0, 'v1', true).questionId : null,
    augmented: template.augmented === true,
    startsAt,
    endsAt,
    gameStartsAt: template.gameStartsAt ?? null,
    markets: [],
  }
  catalogue.events.set(slug, event)
  for (const [index, market] of template.markets.entries()) {
    const version = market.version ?? 'v1'
    const { tokens, mirror, conditionId, questionId } = idsOf(slug, index, version, negRisk)
    const added: PolymarketMarket = {
      id: String(1_600_000 + catalogue.markets.size),
      conditionId,
      questionId,
      slug: template.markets.length === 1 ? slug : slugOf(market.question),
      question: market.question,
      description: market.rules,
      groupItemTitle: market.item,
      outcomes: market.outcomes ?? ['Yes', 'No'],
      tokens,
      mirroredIds: version === 'v1' && random() < 0.35 ? mirror : null,
      version,
      announcedVersion: market.announcedVersion === undefined ? version : market.announcedVersion,
      tick: market.tick ?? CENT,
      minSize: 5 * ONE,
      feeRate: FEES[template.category].rate,
      opensAt: startsAt,
      endsAt,
      secondsDelay: market.secondsDelay ?? 0,
      isOther: market.isOther === true,
      event,
      mid: market.mid,
      volatility,
      pastVolume: startsAt > start ? 0 : Math.round(10 ** (3 + random() * 3)) * ONE,
      luck,
    }
    event.markets.push(added)
    catalogue.markets.set(conditionId, added)
    for (const outcome of [0, 1] as const) catalogue.tokens.set(tokens[outcome], { market: added, outcome })
  }
  return event.markets
}
