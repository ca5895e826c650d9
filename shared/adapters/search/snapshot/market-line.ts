/** Market as one line of a pack: its figures, which change all day, then all other fields as JSON. */

import {
  array,
  boolean,
  type GenericSchema,
  integer,
  literal,
  nullable,
  number,
  object,
  optional,
  parse,
  picklist,
  pipe,
  safeInteger,
  string,
  transform,
  union,
} from 'valibot'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { fromDecimal, money, price, qty, toDecimal } from '#domain/kernel/numbers.ts'
import { SECOND } from '#domain/kernel/time.ts'
import { CATEGORIES, MARKET_STATUSES, type Market, type MarketFigures, svcIdOf } from '#domain/markets/market.ts'

export const lineOf = (market: Market): string => `${figuresText(market)} ${textOf(market)}`

/** The 24 h volume, followed by the other known figures: short decimals, and seconds. A figure that the exchange does not report is an empty text. */
const figuresText = ({ volume24h, figures }: Market): string =>
  figures === null
    ? String(volume24h)
    : [
        volume24h,
        ...[figures.volume, figures.openInterest, figures.lastPrice].map((figure) =>
          figure === null ? '' : toDecimal(figure),
        ),
        figures.asOf / SECOND,
      ].join()

/** All fields but the figures and the svc_id, which follows from the others, in a fixed order: equal texts are equal markets. */
export const textOf = (market: Market): string =>
  JSON.stringify({
    exchange: market.exchange,
    nativeId: market.nativeId,
    ticker: market.ticker === market.nativeId ? SAME : market.ticker,
    tokenIdYes: market.tokenIdYes,
    tokenIdNo: market.tokenIdNo,
    slug: market.slug,
    conditionId: market.conditionId === market.nativeId ? SAME : market.conditionId,
    negRisk: market.negRisk,
    negRiskId: market.negRiskId,
    name: market.name,
    subtitle: market.subtitle,
    description: market.description,
    event: market.event,
    seriesTicker: market.seriesTicker,
    imageUrl: market.imageUrl !== null && market.imageUrl === market.event?.imageUrl ? SAME : market.imageUrl,
    status: market.status,
    expiresAt: market.expiresAt,
    opensAt: market.opensAt,
    startsAt: market.startsAt,
    category: market.category,
    tags: market.tags,
    tickSizePrice: market.tickSizePrice,
    priceRanges: market.priceRanges,
    tickSizeQty: market.tickSizeQty,
    minimumOrderSize: market.minimumOrderSize,
    feeTerms: market.feeTerms,
    makerFeeRate: market.makerFeeRate,
    shard: market.shard,
  } satisfies Written)

/** Replaces the native id, or the image of the event, because a text that is written twice is stored twice. */
const SAME = true

type Written = Omit<Market, 'svcId' | 'volume24h' | 'figures' | 'ticker' | 'conditionId' | 'imageUrl'> & {
  readonly [Name in 'ticker' | 'conditionId' | 'imageUrl']: string | null | typeof SAME
}

/** Text of a line, without the figures. */
export const textIn = (line: string): string => line.slice(line.indexOf(' ') + 1)

/** Throws if the line is damaged. */
export const marketIn = (line: string): Market => {
  const { feeTerms, ticker, conditionId, imageUrl, ...rest } = parse(content, JSON.parse(textIn(line)))
  return {
    ...rest,
    ticker: ticker === SAME ? rest.nativeId : ticker,
    conditionId: conditionId === SAME ? rest.nativeId : conditionId,
    imageUrl: imageUrl === SAME ? (rest.event?.imageUrl ?? null) : imageUrl,
    svcId: svcIdOf(rest.exchange, rest.nativeId),
    feeTerms: feeTerms ?? traitsOf(rest.exchange).fees.standardTerms,
    ...figuresIn(line.slice(0, line.indexOf(' '))),
  }
}

/** Lines of earlier versions have only the 24 h volume. */
const figuresIn = (text: string): Pick<Market, 'volume24h' | 'figures'> => {
  const [volume24h = '', ...others] = text.split(',')
  const [volume = null, openInterest = null, lastPrice = null] = others.map((figure) =>
    figure === '' ? null : parse(whole, fromDecimal(figure)),
  )
  const figures: MarketFigures | null =
    others.length === 0
      ? null
      : {
          volume: volume === null ? null : money(volume),
          openInterest: openInterest === null ? null : qty(openInterest),
          lastPrice: lastPrice === null ? null : price(lastPrice),
          asOf: parse(whole, Math.round(Number(others[3]) * SECOND)),
        }
  return { volume24h: money(parse(whole, Number(volume24h))), figures }
}

const whole = pipe(number(), integer(), safeInteger())
const priceValue = pipe(whole, transform(price))
const qtyValue = pipe(whole, transform(qty))
const text = nullable(string())
/** Lines of earlier versions contain 256-bit ids as base64, after `~` for a hexadecimal id or `!` for a decimal one. */
const id = pipe(
  string(),
  transform((text) => {
    if (!/^[~!][\w-]{43}$/.test(text)) return text
    const hex = `0x${Buffer.from(text.slice(1), 'base64url').toString('hex')}`
    return text.startsWith('~') ? hex : BigInt(hex).toString()
  }),
)
const textOrSame = nullable(union([string(), literal(SAME)]))
/** Absent in lines of earlier versions. */
const added = <Value extends GenericSchema>(schema: Value) => optional(nullable(schema), null)

const content = object({
  exchange: picklist(EXCHANGE_NAMES),
  nativeId: id,
  ticker: textOrSame,
  tokenIdYes: nullable(id),
  tokenIdNo: nullable(id),
  slug: text,
  conditionId: nullable(union([id, literal(SAME)])),
  negRisk: boolean(),
  negRiskId: nullable(id),
  name: string(),
  subtitle: added(string()),
  description: string(),
  event: added(object({ nativeId: string(), title: string(), imageUrl: text })),
  seriesTicker: added(string()),
  imageUrl: added(union([string(), literal(SAME)])),
  status: picklist(MARKET_STATUSES),
  expiresAt: nullable(whole),
  opensAt: added(whole),
  startsAt: added(whole),
  category: picklist(CATEGORIES),
  tags: array(string()),
  tickSizePrice: priceValue,
  priceRanges: array(object({ start: priceValue, end: priceValue, step: priceValue })),
  tickSizeQty: qtyValue,
  minimumOrderSize: qtyValue,
  feeTerms: optional(object({ rate: whole, exponent: whole })),
  makerFeeRate: added(whole),
  shard: whole,
})
