/** A made-up catalogue as large as both exchanges' together: words as unevenly spread as in life, and the same at each run. */

import { money, price, qty } from '#domain/kernel/numbers.ts'
import { CATEGORIES, type Market, type MarketStatus, svcIdOf } from '#domain/markets/market.ts'

/** In about a third of all markets. */
export const COMMON_WORD = 'game'

/**
 * Yields the markets one after the other, so that callers need not hold them all. Each day has its own markets, with
 * the same words and series.
 */
export function* generatedCatalogue(count: number, now: number, day = 0): Generator<Market> {
  const fixed = mulberry32(7)
  const vocabulary = newVocabulary(fixed)
  const series = Array.from({ length: 900 }, (_, n) => newSeries(fixed, wordsOf(fixed, vocabulary), n))
  const random = day === 0 ? fixed : mulberry32(7 + day)
  const words = wordsOf(random, vocabulary)
  let made = 0
  while (made < count) {
    const one = series[zipf(random, series.length)] as Series
    const event = newEvent(random, words, one, now)
    const size = Math.min(count - made, 1 + Math.floor(random() ** 3 * 60))
    for (let n = 0; n < size; n++) yield newMarket(random, words, one, event, made++)
  }
}

/** Common properties of the markets of one kind: their rules, but for names, numbers and dates. */
interface Series {
  readonly code: string
  readonly exchange: Market['exchange']
  readonly category: Market['category']
  readonly tags: readonly string[]
  readonly title: readonly string[]
  readonly rules: readonly string[]
  readonly common: boolean
}

interface Event {
  readonly id: string
  readonly subject: string
  readonly title: string
  readonly place: string
  readonly day: string
  readonly endsAt: number
  readonly status: MarketStatus
  readonly negRiskId: string | null
}

const newSeries = (random: Random, words: Words, n: number): Series => {
  const common = n % 3 === 0
  const sentence = (): string =>
    Array.from({ length: 9 + Math.floor(random() * 16) }, () => (random() < 0.45 ? pick(random, GLUE) : words.any()))
      .join(' ')
      .concat('.')
  return {
    code: `KX${words.any().toUpperCase()}${n}`,
    exchange: random() < 0.6 ? 'EXCHANGE_A' : 'EXCHANGE_B',
    category: common ? 'Sports' : (CATEGORIES[1 + (n % 10)] as Market['category']),
    tags: Array.from({ length: 1 + Math.floor(random() * 4) }, () => words.any()),
    title: [words.any(), words.any(), words.any()],
    rules: Array.from({ length: 3 + Math.floor(random() * 5) }, sentence),
    common,
  }
}

const newEvent = (random: Random, words: Words, series: Series, now: number): Event => {
  const endsAt = now + Math.floor((random() ** 2 * 400 - 20) * DAY)
  const id = Math.floor(random() * 2 ** 32).toString(16)
  const [place, day] = [words.name(), new Date(endsAt).toISOString().slice(0, 10)]
  return {
    id,
    subject: words.name(),
    title: `${series.title.join(' ')} ${series.common ? 'game ' : ''}${place} on ${day}`,
    place,
    day,
    endsAt,
    status: endsAt < now ? 'closed' : random() < 0.02 ? 'inactive' : 'active',
    negRiskId: series.exchange === 'EXCHANGE_B' && random() < 0.4 ? `0x${id.padStart(64, '0')}` : null,
  }
}

const newMarket = (random: Random, words: Words, series: Series, event: Event, n: number): Market => {
  const who = words.name()
  const strike = Math.floor(random() * 100_000) / 10
  const onA = series.exchange === 'EXCHANGE_A'
  const conditionId = `0x${hex(random, 64)}`
  const nativeId = onA ? `${series.code}-${event.id.toUpperCase()}-${n}` : conditionId
  const title = `${series.title.join(' ')} ${series.common ? 'game ' : ''}${event.place}`
  const name = `Will ${who} reach ${strike} in the ${title} on ${event.day}?`
  const volume24h = money(random() < 0.5 ? 0 : Math.floor(10 ** (random() * 6) * 1e6))
  const [first = '', ...more] = series.rules
  const opening = `If ${who} of ${event.subject} reaches ${strike} in the ${title} scheduled for ${event.day}, then the market resolves to Yes.`
  return {
    svcId: svcIdOf(series.exchange, nativeId),
    exchange: series.exchange,
    nativeId,
    ticker: onA ? nativeId : null,
    tokenIdYes: onA ? null : decimals(random, 77),
    tokenIdNo: onA ? null : decimals(random, 77),
    slug: onA ? null : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}${n}`,
    conditionId: onA ? null : conditionId,
    negRisk: event.negRiskId !== null,
    negRiskId: event.negRiskId,
    name,
    subtitle: who,
    description: [opening, first, ...more].join('\n\n'),
    status: event.status,
    event: {
      nativeId: onA ? `${series.code}-${event.id.toUpperCase()}` : String(Number.parseInt(event.id, 16)),
      title: event.title,
      imageUrl: onA ? null : viewOf(event.id),
    },
    seriesTicker: onA ? series.code : null,
    imageUrl: onA ? null : viewOf(event.id),
    expiresAt: event.endsAt,
    opensAt: null,
    startsAt: event.endsAt - 30 * DAY,
    category: series.category,
    tags: series.tags,
    tickSizePrice: price(10_000),
    priceRanges: [{ start: price(10_000), end: price(990_000), step: price(10_000) }],
    tickSizeQty: qty(onA ? 1_000_000 : 10_000),
    minimumOrderSize: qty(onA ? 1_000_000 : 5_000_000),
    feeTerms: { rate: onA ? 70_000 : 50_000, exponent: 1 },
    makerFeeRate: 0,
    volume24h,
    figures: {
      volume: money(Math.floor((volume24h * 7) / 10_000) * 10_000 + cents(random, 3)),
      openInterest: onA ? qty(cents(random, 4)) : null,
      lastPrice: random() < 0.3 ? null : price((1 + Math.floor(random() * 99)) * 10_000),
      // An answer of the list holds a thousand markets.
      asOf: NOW + Math.floor(n / 1_000) * 700,
    },
    shard: 0,
  }
}

/** Amounts as the exchanges send them: with two digits, most of them small. */
const cents = (random: Random, digits: number): number => Math.floor(10 ** (random() * digits) * 100) * 10_000

const viewOf = (id: string): string => `https://polymarket-upload.s3.us-east-2.amazonaws.com/${id}-${id}.png`

const NOW = Date.parse('2026-11-21T00:00:00Z')

type Random = () => number

interface Words {
  /** One of the 40,000, the first ones far more often than the last. */
  any(): string
  /** Two capitalized words. */
  name(): string
}

interface Vocabulary {
  readonly all: readonly string[]
  readonly names: readonly string[]
}

const newVocabulary = (random: Random): Vocabulary => {
  const syllable = (): string => pick(random, ONSETS) + pick(random, VOWELS) + pick(random, CODAS)
  const all = Array.from({ length: 40_000 }, (_, n) =>
    Array.from({ length: n < 500 ? 2 : 2 + Math.floor(random() * 2) }, syllable).join(''),
  )
  return { all, names: Array.from({ length: 6_000 }, () => capital(syllable() + syllable())) }
}

const wordsOf = (random: Random, { all, names }: Vocabulary): Words => ({
  any: () => all[zipf(random, all.length)] as string,
  name: () => `${pick(random, names)} ${names[zipf(random, names.length)]}`,
})

const ONSETS = ['b', 'br', 'c', 'ch', 'd', 'f', 'g', 'h', 'j', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'w']
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou']
const CODAS = ['', '', 'l', 'm', 'n', 'r', 's', 't', 'nd', 'ck']
const GLUE = 'the of to in if is will be market this by or a not for resolves Yes No any official source on at'.split(
  ' ',
)

const DAY = 86_400_000

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const pick = <Value>(random: Random, from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value

/** Place n comes 1/(n + HEAD) as often: the words before those are the joints of every sentence, which have a list of their own. */
const zipf = (random: Random, size: number): number =>
  Math.min(size - 1, Math.floor(HEAD * ((size + HEAD) / HEAD) ** random() - HEAD))

const HEAD = 30

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('')

const decimals = (random: Random, length: number): string =>
  Array.from({ length }, () => 1 + Math.floor(random() * 9)).join('')

const mulberry32 = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
