/** Gamma's record of a market as one of this service. The only error thrown is `ExchangeUnavailable`. */

import * as v from 'valibot'
import { money, ONE, price, qty } from '#domain/kernel/numbers.ts'
import type { Millis } from '#domain/kernel/time.ts'
import {
  type EventOfMarket,
  type FeeTerms,
  type Market,
  type MarketFigures,
  type MarketStatus,
  svcIdOf,
} from '#domain/markets/market.ts'
import { wireDecimal } from '../../http/wire-decimal.ts'
import { WireEvent, type WireMarket, WireTag } from '../http/wire.ts'
import { LOT, unreadable } from '../http/wire-amounts.ts'
import { categoryOf } from './categories.ts'
import { conditionIdOf } from './condition-id.ts'
import { toFeeTerms } from './fee-terms.ts'
import { listOf } from './gamma-lists.ts'

type Event = v.InferOutput<typeof WireEvent>

/**
 * Returns null for a record that is no instrument: the rest of a group of outcomes, or a placeholder in it. `asOf` is
 * the time of the exchange's answer.
 */
export const toMarket = (wire: WireMarket, asOf: Millis): Market | null => {
  const event = (wire.events ?? []).map(readEvent).find((one) => one !== null) ?? null
  if (wire.negRiskOther || (event?.negRiskAugmented && isPlaceholder(wire))) return null
  const nativeId = conditionIdOf(wire.conditionId)
  if (!/^0x[0-9a-f]{64}$/.test(nativeId)) throw unreadable('market whose condition id has another form')
  const [tokenIdYes, tokenIdNo] = tokensOf(wire)
  return {
    svcId: svcIdOf('EXCHANGE_B', nativeId),
    exchange: 'EXCHANGE_B',
    nativeId,
    ticker: null,
    tokenIdYes,
    tokenIdNo,
    conditionId: nativeId,
    ...wordsOf(wire, nativeId),
    ...classesOf(wire, event),
    ...timesOf(wire),
    ...termsOf(wire),
    volume24h: money(dollarsOf(wire.volume24hr)),
    figures: figuresOf(wire, asOf),
    shard: 0,
  }
}

const wordsOf = (wire: WireMarket, nativeId: string) => ({
  slug: wire.slug || null,
  // Absent means unknown (Polymarket reference, section 6.2); signatures use the CLOB's own value.
  negRisk: wire.negRisk ?? false,
  negRiskId: wire.negRiskMarketID || null,
  name: wire.question || wire.slug || nativeId,
  subtitle: wire.groupItemTitle || null,
  description: wire.description ?? '',
  imageUrl: wire.image || wire.icon || null,
  status: statusOf(wire),
})

const classesOf = (wire: WireMarket, event: Event | null) => {
  const tags = [...(wire.tags ?? []), ...(event?.tags ?? [])].flatMap(readTag)
  const names = [...tags.flatMap(({ label, slug }) => [slug, label]), wire.category, event?.category]
  return {
    event: eventOf(event),
    seriesTicker: seriesOf(event),
    category: categoryOf(names),
    tags: [...new Set(tags.flatMap(({ label }) => (label ? [label] : [])))],
  }
}

const timesOf = (wire: WireMarket) => ({
  expiresAt: toInstant(wire.endDate),
  // The listed start is not the begin of trading (reference, section 7).
  opensAt: null,
  startsAt: toInstant(wire.startDate),
})

const termsOf = (wire: WireMarket) => {
  const tick = tickOf(wire)
  const feeTerms = feeTermsOf(wire)
  return {
    tickSizePrice: price(tick),
    priceRanges: [{ start: price(tick), end: price(ONE - tick), step: price(tick) }],
    tickSizeQty: qty(LOT),
    minimumOrderSize: qty(minimumOf(wire)),
    feeTerms,
    // Only takers pay, unless the schedule sets `takerOnly` to false (reference, section 8.1).
    makerFeeRate: wire.feeSchedule?.takerOnly === false ? feeTerms.rate : 0,
  }
}

const figuresOf = (wire: WireMarket, asOf: Millis): MarketFigures => ({
  volume: wire.volume == null ? null : money(wholeCents(dollarsOf(wire.volume))),
  // Reported for events only, and by another host.
  openInterest: null,
  lastPrice: lastPriceOf(wire),
  asOf,
})

const eventOf = (event: Event | null): EventOfMarket | null =>
  event?.id ? { nativeId: event.id, title: event.title || event.id, imageUrl: event.image || event.icon || null } : null

const seriesOf = (event: Event | null): string | null => {
  const [series] = event?.series ?? []
  return series?.ticker || series?.slug || null
}

/** Some last prices are averages with too many digits. */
const lastPriceOf = ({ lastTradePrice }: WireMarket): Market['tickSizePrice'] | null => {
  const millionths = Math.round(Number(lastTradePrice ?? 0) * ONE)
  return millionths > 0 && millionths <= ONE ? price(millionths) : null
}

const statusOf = ({ closed, active }: WireMarket): MarketStatus => {
  if (closed) return 'closed'
  return active ? 'active' : 'inactive'
}

/**
 * Returns the two tokens, YES first. Our interface calls the first outcome YES, whatever its label. The version decides
 * which ids are traded, not their presence: many version 1 markets also contain the ids of a migration (reference,
 * section 1).
 */
const tokensOf = (wire: WireMarket): readonly [string, string] => {
  const ids = listOf(wire.version === 'v2' ? wire.positionIds : wire.clobTokenIds).map(String)
  const outcomes = listOf(wire.outcomes)
  const [yes, no] = ids
  if (outcomes.length !== 2) throw unreadable(`market of ${outcomes.length} outcomes`)
  if (ids.length !== 2 || yes === undefined || no === undefined || !ids.every((id) => /^\d{1,78}$/.test(id)))
    throw unreadable('market without its two tokens (yet)')
  return [yes, no]
}

/**
 * Returns true for a placeholder in a growing group of outcomes. "Person A" is one, "Cardi B" is not: a placeholder is
 * never traded.
 */
const isPlaceholder = ({ groupItemTitle, volume }: WireMarket): boolean => {
  const title = (groupItemTitle ?? '').trim()
  return title === 'Other' || (/^[A-Z][a-z]+(?: [a-z]+)? [A-Z]{1,2}$/.test(title) && !(Number(volume ?? 0) > 0))
}

/** Tick of most markets, for an old record without one. */
const USUAL_TICK = 10_000
const tickOf = ({ orderPriceMinTickSize: text }: WireMarket): number => {
  if (text == null) return USUAL_TICK
  const tick = wireDecimal(text)
  if (tick === null || tick <= 0 || tick * 2 > ONE) throw unreadable(`market whose tick is ${text.slice(0, 40)}`)
  return tick
}

/** Returns shares (section 3.5); never less than the step of a size. */
const minimumOf = ({ orderMinSize: text }: WireMarket): number => {
  if (text == null) return LOT
  const size = wireDecimal(text)
  if (size === null || size < 0) throw unreadable(`market whose minimum is ${text.slice(0, 40)}`)
  return Math.max(size, LOT)
}

/**
 * Returns no fee without a schedule, or if fees are switched off (section 8.1). The legacy base fees of the record have
 * no meaning.
 */
const feeTermsOf = ({ feesEnabled, feeSchedule }: WireMarket): FeeTerms => {
  const rate = feesEnabled === false ? 0 : wireDecimal(feeSchedule?.rate ?? '0')
  if (rate === null || rate < 0 || rate > ONE) throw unreadable('market whose fee rate makes no sense')
  return toFeeTerms(rate, feeSchedule?.exponent)
}

const CENT = ONE / 100
const wholeCents = (dollars: number): number => Math.floor(dollars / CENT) * CENT

/** Volumes are floats with noise in the last digits. */
const dollarsOf = (text: string | null | undefined): number => {
  const millionths = Math.round(Number(text ?? 0) * ONE)
  return Number.isSafeInteger(millionths) ? Math.max(0, millionths) : 0
}

/**
 * Returns null for a text that is no instant. Formats vary: with and without milliseconds, and `2026-08-08 09:00:00+00`
 * (reference, section 6.2). An end is the scheduled one: trading can continue after it.
 */
export const toInstant = (text: string | null | undefined): Millis | null => {
  const at = Date.parse((text ?? '').replace(/^(\S+) (\S+?)([+-]\d\d)$/, '$1T$2$3:00'))
  return Number.isNaN(at) ? null : at
}

const readEvent = (raw: unknown): Event | null => {
  const reading = v.safeParse(WireEvent, raw)
  return reading.success ? reading.output : null
}

const readTag = (raw: unknown): v.InferOutput<typeof WireTag>[] => {
  const reading = v.safeParse(WireTag, raw)
  return reading.success ? [reading.output] : []
}
