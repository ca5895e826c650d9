/** Lines of a recording, as a replay reads them. The format is described in docs/guides/record-and-replay.md. */

import * as v from 'valibot'

/** The newest format that this version reads. */
export const NEWEST_FORMAT = 1

const whole = v.pipe(v.number(), v.safeInteger())
const common = { at: whole, run: v.string() }
const level = v.tuple([whole, whole])
const levels = { bids: v.array(level), asks: v.array(level) }
const ofMarket = { ...common, market: whole, time: whole }

/** A market as the recording service knew it, with the fields that a replay needs. */
const RecordedMarket = v.object({
  svcId: whole,
  exchange: v.picklist(['EXCHANGE_A', 'EXCHANGE_B']),
  nativeId: v.string(),
  tokenIdYes: v.nullable(v.string()),
  tokenIdNo: v.nullable(v.string()),
  slug: v.nullable(v.string()),
  negRisk: v.boolean(),
  negRiskId: v.nullable(v.string()),
  name: v.string(),
  subtitle: v.nullable(v.string()),
  description: v.string(),
  event: v.nullable(v.object({ nativeId: v.string(), title: v.string() })),
  seriesTicker: v.nullable(v.string()),
  expiresAt: v.nullable(whole),
  category: v.string(),
  tags: v.array(v.string()),
  tickSizePrice: whole,
  priceRanges: v.array(v.object({ start: whole, end: whole, step: whole })),
  minimumOrderSize: whole,
  feeTerms: v.object({ rate: whole }),
  makerFeeRate: v.nullable(whole),
  shard: whole,
})
export type RecordedMarket = v.InferOutput<typeof RecordedMarket>

export const RecordedLine = v.variant('type', [
  v.object({ ...common, type: v.literal('run'), format: whole }),
  v.object({ ...common, type: v.literal('market'), record: RecordedMarket }),
  v.object({ ...ofMarket, ...levels, type: v.literal('book') }),
  v.object({ ...ofMarket, ...levels, type: v.literal('levels') }),
  v.object({
    ...ofMarket,
    type: v.literal('trade'),
    trade: v.string(),
    price: whole,
    qty: whole,
    taker: v.nullable(v.picklist(['buy', 'sell'])),
    block: v.optional(v.boolean()),
  }),
  v.object({
    ...ofMarket,
    type: v.literal('quote'),
    state: v.picklist(['open', 'paused', 'closed']),
    bid: v.nullable(level),
    ask: v.nullable(level),
  }),
  v.object({
    ...common,
    type: v.literal('gap'),
    markets: v.nullable(v.array(whole)),
    missing: v.picklist(['all', 'trades']),
    since: whole,
    reason: v.string(),
  }),
  v.object({ ...common, type: v.literal('end') }),
])
export type RecordedLine = v.InferOutput<typeof RecordedLine>
export type LineOf<Type extends RecordedLine['type']> = Extract<RecordedLine, { type: Type }>

/** Returns null for a line that is none: half of one, or of a type that this version does not know. */
export const readLine = (text: string): RecordedLine | null => {
  const reading = v.safeParse(RecordedLine, parsed(text))
  return reading.success ? reading.output : null
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
